"""The money of the day, receipts."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tournaments.cash import views

tournament_urls: list[URLPattern | URLResolver] = [  # below …/<int:pk>/
    path("money/", views.money, name="money"),
    path("money/receipts/", views.receipts, name="receipts"),
    path("money/<uuid:entry>/strike/", views.strike_cash, name="strike_cash"),
]
