"""How amounts and other figures look on a page."""

from django import template
from django.utils.safestring import SafeString

from scoring.engine.amounts import direction, in_cells, in_heads, signed
from scoring.engine.explaining import Explained, settlement_table
from scoring.web.language import current_language

register = template.Library()
register.filter("signed", signed)
register.filter("direction", direction)
register.filter("in_cells", lambda amounts: SafeString(in_cells(amounts)))
register.filter("in_heads", lambda names: SafeString(in_heads(names)))


@register.filter
def in_a_table(settlement: Explained) -> SafeString:
    """Return everybody's amounts for one hand as a table."""
    return SafeString(settlement_table(settlement, current_language()))
