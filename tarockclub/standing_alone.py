"""Pages that need no other file, for when nothing else can be relied on."""

import re
from base64 import b64encode
from hashlib import sha256
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render


def standing_alone(template: str, context: dict[str, Any], status: int) -> HttpResponse:
    """Return the page with a policy that allows only its own style."""
    response = render(None, template, context, status=status)
    styles = re.findall(rb"<style>(.*?)</style>", response.content, re.DOTALL)
    sums = " ".join(f"'sha256-{b64encode(sha256(style).digest()).decode()}'" for style in styles)
    response.headers["Content-Security-Policy"] = (
        f"default-src 'none'; style-src {sums}; base-uri 'none'; frame-ancestors 'none'"
    )
    return response
