"""The forms in which a tournament is planned."""

from __future__ import annotations

import re
from html import unescape
from uuid import uuid4

INPUT = re.compile(r"<input[^>]*>")


ATTRIBUTE = re.compile(r'([a-z-]+)="([^"]*)"')


CHOSEN = re.compile(r'<select[^>]*name="([^"]+)".*?<option value="([^"]*)" selected', re.DOTALL)


TEXTS = re.compile(r'<textarea[^>]*name="([^"]+)"[^>]*>\s*(.*?)</textarea>', re.DOTALL)


def form_on(text: str) -> dict[str, str]:
    """What a browser would send of the form on a page."""
    found: dict[str, str] = {}
    main = text[text.index("<main") :]
    for tag in INPUT.findall(main):
        one = dict(ATTRIBUTE.findall(tag))
        if one.get("type") in ("radio", "checkbox"):
            if " checked" in tag:
                found[one["name"]] = one.get("value", "on")
        elif "name" in one:
            found[one["name"]] = unescape(one.get("value", ""))
    found.update(TEXTS.findall(main))
    found.update(CHOSEN.findall(main))
    found["deed"] = str(uuid4())
    return found
