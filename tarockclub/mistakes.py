"""What somebody is told when the program itself went wrong: when, and by which id it is found in the log."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tarockclub.log_lines import request_id


def went_wrong(request: HttpRequest) -> HttpResponse:
    """Return the page, which needs neither a session nor the database."""
    return render(None, "500.html", {"moment": timezone.localtime(), "id": request_id.get()}, status=500)
