"""Under which rules the hands of a file were played: version, code, and what a table chose of them."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from scoring.evenings.pages.evening import agreed
from scoring.export.figures import FigureRow, Figures
from scoring.models import Sheet
from scoring.rules.versions.rules_played import VersionPlayed, played_at
from scoring.rules.versions.versions import rules_of
from scoring.web.columns import Column, ColumnKind


def figures_of_rules(sheets: Iterable[Sheet], language: str) -> Figures:
    """Return a row for every version, and for what was chosen of it, with the tables at which it held."""
    sheets = list(sheets)
    held: dict[tuple[object, ...], tuple[VersionPlayed, list[str]]] = {}
    for sheet, versions in zip(sheets, played_at(sheets).values(), strict=True):
        for version in versions:
            key = (version.ruleset.pk, *sorted(version.options.items()))
            tables = held.setdefault(key, (version, []))[1]
            if sheet.name not in tables:
                tables.append(sheet.name)
    columns = (
        Column(_("Rules"), key="rules"),
        Column(_("Version"), ColumnKind.NUMBER, "version"),
        Column(_("Code"), key="code"),
        Column(_("Agreed"), key="options"),
        Column(_("Tables"), key="tables"),
        Column(_("Checksum (SHA-256)"), key="checksum"),
    )
    title = _("Rules")
    rows = tuple(_row(version_played, tables, language) for version_played, tables in held.values())
    return Figures(title, columns, rows, name=title)


def _row(one: VersionPlayed, tables: list[str], language: str) -> FigureRow:
    label = rules_of(one.ruleset).label.in_language(language)
    chosen = (
        "; ".join(
            f"{agreed_term.matter}: {agreed_term.choice}" for agreed_term in agreed(one.options, language)
        )
        or None
    )
    return label, one.ruleset.edition, one.ruleset.code, chosen, ", ".join(tables), one.ruleset.digest
