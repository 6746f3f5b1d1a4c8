"""Series held together."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tournaments.joint import views

club_urls: list[URLPattern | URLResolver] = [  # below clubs/<slug>/tournaments/
    path("series/<int:series>/clubs/", views.joint_clubs, name="joint_clubs"),
    path("series/<int:series>/clubs/withdraw/", views.withdraw_club, name="withdraw_club"),
    path("series/<int:series>/clubs/leave/", views.leave_joint_series, name="leave_joint_series"),
    path("series/<int:series>/same/", views.same_people, name="same_people"),
    path("series/<int:series>/same/answer/", views.answer_same_person, name="answer_same_person"),
    path("series/invited/<str:invited>/", views.invited, name="invited"),
]

site_urls: list[URLPattern | URLResolver] = [  # for whoever has the link
    path("joint/<str:invited>/", views.joint_link, name="joint_link"),
]
