"""Signing in, clubs, members: where its pages are."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from scoring.clubs.views import accounts, clubs, members, own_account

site_urls: list[URLPattern | URLResolver] = [
    path("setup/<str:code>/", accounts.set_up, name="set_up"),
    path("sign-in/", accounts.sign_in, name="sign_in"),
    path("sign-in/code/", accounts.sign_in_code, name="sign_in_code"),
    path("sign-out/", accounts.sign_out, name="sign_out"),
    path("password/", accounts.change_password, name="change_password"),
    path("signed-in/", own_account.signed_in, name="signed_in"),
    path("signed-in/end/", own_account.end_session, name="end_session"),
    path("second-factor/", own_account.second_factor, name="second_factor"),
    path("second-factor/on/", own_account.second_factor_on, name="second_factor_on"),
    path("second-factor/off/", own_account.second_factor_off, name="second_factor_off"),
    path("second-factor/codes/", own_account.recovery_codes, name="recovery_codes"),
    path("invitation/<str:token>/", accounts.invitation, name="invitation"),
    path("clubs/", clubs.clubs, name="clubs"),
    path("clubs/new/", clubs.new_club, name="new_club"),
]

club_urls: list[URLPattern | URLResolver] = [
    path("", clubs.club, name="club"),
    path("settings/", clubs.club_settings, name="club_settings"),
    path("log/", clubs.club_log, name="club_log"),
    path("members/", members.members, name="members"),
    path("members/new/", members.new_members, name="new_members"),
]

member_urls: list[URLPattern | URLResolver] = [
    path("", members.member, name="member"),
    path("deactivate/", members.deactivate, name="deactivate_member"),
    path("reactivate/", members.reactivate, name="reactivate_member"),
    path("detach/", members.detach, name="detach_account"),
    path("remove/", members.remove, name="remove_member"),
    path("appoint/", members.appoint, name="appoint"),
    path("dismiss/", members.dismiss, name="dismiss"),
    path("invite/", members.invite, name="invite"),
    path("withdraw/", members.withdraw, name="withdraw_invitation"),
]
