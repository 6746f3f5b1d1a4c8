"""The log of tournaments: what was done is recorded, and put into sentences."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from scoring.capability import DeedWords
from scoring.deeds import PendingDeed
from scoring.engine.money import money_in_words
from scoring.web.language import current_language
from tournaments.models import Pulse, Round, Table, Tournament


def record_deed(
    act: PendingDeed,
    about: Tournament | Round | Table,
    *,
    clock: bool = False,
    actor: str = "",
    **details: Any,
) -> None:
    """Record a deed about a tournament, a round or a table; its pages see that something is new there.

    With `clock`, also those pages that only show the clock and who sits where.
    """
    where: dict[str, Any] = {}
    if isinstance(about, Table):
        where["table"] = about.number
        about = about.round
    if isinstance(about, Round):
        where["round"] = about.number
        about = about.tournament
    Pulse.beat(about.pk, clock=clock)
    act.record(about.club, actor=actor, tournament=about.pk, title=about.title, **where, **details)


def log_sentence(template: Any, **instead: Any) -> DeedWords:
    """Return what puts a deed into a template, or into the one named after the first detail that is true."""

    def words(details: dict[str, Any]) -> str:
        chosen = next((instead[key] for key in instead if details.get(key)), template)
        return str(chosen % _filled(details))

    return words


def sentence_at_table(template: Any, **instead: Any) -> DeedWords:
    """Return the same with the table behind it: "…, “Herbstturnier”, round 2, table 4"."""
    sentence = log_sentence(template, **instead)

    def words(details: dict[str, Any]) -> str:
        place = _("“%(title)s”, round %(round)d, table %(table)d") % details
        return f"{sentence(details)} ({place})"

    return words


def _filled(details: dict[str, Any]) -> dict[str, Any]:
    """Return the details with names and money in words, and how many people there are."""
    filled = dict(details)
    if isinstance(people := details.get("names"), list):
        filled |= {"names": ", ".join(people), "count": len(people)}
        filled |= zip(("one", "other"), people, strict=False)
    if "currency" in details:
        filled["money"] = money_in_words(details["cents"], details["currency"], current_language())
    if isinstance(tables := details.get("tables"), list):
        filled["tables"] = ", ".join(map(str, tables))
    return filled
