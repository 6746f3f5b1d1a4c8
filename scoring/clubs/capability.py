"""Signing in, clubs, members, guests, anonymising: their addresses, and their sentences in the log."""

from importlib import import_module

from django.urls import URLPattern, URLResolver, include, path

from scoring.accounts import guests as guest_verbs
from scoring.capability import Capability
from scoring.clubs.guests import views as guests
from scoring.clubs.privacy import anonymising
from scoring.clubs.privacy import views as privacy
from scoring.clubs.views import accounts, clubs, members
from scoring.deeds import log_of
from scoring.export.answering import exported

site_urls: list[URLPattern | URLResolver] = [
    path("setup/<str:code>/", accounts.set_up, name="set_up"),
    path("sign-in/", accounts.sign_in, name="sign_in"),
    path("sign-in/code/", accounts.sign_in_code, name="sign_in_code"),
    path("sign-out/", accounts.sign_out, name="sign_out"),
    path("display/", accounts.display, name="display"),
    path("signed-in/end/", accounts.end_session, name="end_session"),
    path("second-factor/on/", accounts.second_factor_on, name="second_factor_on"),
    path("second-factor/off/", accounts.second_factor_off, name="second_factor_off"),
    path("second-factor/codes/", accounts.recovery_codes, name="recovery_codes"),
    path("phone/", accounts.second_phone, name="second_phone"),
    path("phone/<str:code>/", accounts.sign_in_phone, name="sign_in_phone"),
    path("invitation/<str:token>/", accounts.invitation, name="invitation"),
    path("clubs/", clubs.clubs, name="clubs"),
    path("clubs/new/", clubs.new_club, name="new_club"),
]

club_urls: list[URLPattern | URLResolver] = [
    path("", clubs.club, name="club"),
    path("record/", clubs.record_now, name="record_now"),
    path("about/", clubs.about_club, name="about_club"),
    path("settings/", clubs.club_settings, name="club_settings"),
    path("log/", clubs.club_log, name="club_log"),
    path("members/", members.members, name="members"),
    path("old-sheets/people/<int:pk>/", guests.old_guest, name="old_guest"),
    path("guests/names/<str:key>/anonymise/", privacy.anonymise_name, name="anonymise_name"),
    path("old-sheets/people/<int:pk>/anonymise/", privacy.anonymise_old_guest, name="anonymise_old_guest"),
]

member_urls: list[URLPattern | URLResolver] = [
    path("", members.member, name="member"),
    path("deactivate/", members.deactivate, name="deactivate_member"),
    path("reactivate/", members.reactivate, name="reactivate_member"),
    path("pictures/", members.name_in_pictures, name="name_in_pictures"),
    path("detach/", members.detach, name="detach_account"),
    path("remove/", members.remove, name="remove_member"),
    path("role/", members.give_role, name="give_role"),
    path("appoint/", members.appoint, name="appoint"),
    path("dismiss/", members.dismiss, name="dismiss"),
    path("invite/", members.invite, name="invite"),
    path("withdraw/", members.withdraw, name="withdraw_invitation"),
    path("separate/", guests.separate, name="separate_guest"),
    path("anonymise/", privacy.anonymise_member, name="anonymise_member"),
    path("data/", privacy.stored_data, name="stored_data"),
    path("data/", include(exported(privacy.export_stored_data))),
    path("go/", privacy.ask_to_go, name="ask_to_go"),
]

guest_urls: list[URLPattern | URLResolver] = [
    path("", guests.guest, name="guest"),
    path("rename/", guests.rename_guest, name="rename_guest"),
    path("anonymise/", privacy.anonymise_guest, name="anonymise_guest"),
]

CAPABILITY = Capability(
    urls=__name__,
    words=log_of(guest_verbs) | log_of(anonymising),
    from_log=import_module("scoring.migrations.0029_state_out_of_the_log").FROM_LOG
    | import_module("scoring.migrations.0032_what_guests_were_called").FROM_LOG,
)
