"""Pages as a visitor gets them."""

from __future__ import annotations

from django.test import Client


def english_visitor() -> Client:
    """Return the browser of somebody who has not signed in and reads English."""
    client = Client()
    client.cookies["language"] = "en"
    return client
