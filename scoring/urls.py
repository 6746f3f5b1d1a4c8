"""Where the pages are."""

from django.urls import path

from scoring import views

app_name = "scoring"

urlpatterns = [
    path("", views.home, name="home"),
    path("rules/", views.rule_sheets, name="rule_sheets"),
    path("rules/<slug:slug>/", views.rule_sheet, name="rule_sheet"),
]
