"""How amounts look on a page."""

from __future__ import annotations

from django import template

from scoring.figures.amounts import direction, signed

register = template.Library()
register.filter("signed", signed)
register.filter("direction", direction)
