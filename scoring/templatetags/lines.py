"""Lines of a sheet of hands, each written once."""

from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from scoring.charts import Chart, drawn_chart
from scoring.web.language import current_language

register = template.Library()


@register.simple_tag
def drawn(chart: Chart, description: str, which: int = 1) -> SafeString:
    """Return a chart of totals; `which` numbers the charts of its size on a page."""
    return SafeString(drawn_chart(chart, description, current_language(), which))


@register.simple_tag
def written(line: object, columns: int) -> SafeString:
    """Return a line of the sheet as HTML, cached, as nothing else changes its look."""
    return _written(line, columns, current_language())


@lru_cache(maxsize=2000)
def _written(line: object, columns: int, language: str) -> SafeString:
    return render_to_string("scoring/web/_line.html", {"line": line, "columns": range(columns)})
