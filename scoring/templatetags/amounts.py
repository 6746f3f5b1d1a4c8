"""How amounts look on a page."""

from __future__ import annotations

from django import template

from scoring.web.amounts import direction, in_cells, in_heads, signed

register = template.Library()
register.filter("signed", signed)
register.filter("direction", direction)
register.filter("in_cells", in_cells)
register.filter("in_heads", in_heads)
