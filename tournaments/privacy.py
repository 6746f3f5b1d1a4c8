"""Free texts of tournaments that may name a person: where they are shown, and who can change them."""

from collections.abc import Callable, Collection, Iterator
from itertools import chain, count
from typing import Any

from django.db.models import Model, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.capability import Capability
from scoring.clubs.privacy.name_locations import DASH, Remedy, StoredText, of_reason, of_text
from scoring.deeds import store
from scoring.models import Club, Evening
from tournaments.models import (
    Call,
    Leaving,
    PaperResult,
    Preset,
    Pulse,
    ResultRuling,
    Rewritten,
    Round,
    Ruling,
    TableChange,
    Tournament,
)
from tournaments.models.tournaments import LONGEST_TITLE

FREE_TERMS = ("prizes", "sections")  # among the terms of a tournament, each a list of free texts


def _texts_in(kept_terms: dict[str, Any]) -> list[str]:
    """Return the free texts in the terms of a tournament, each only once."""
    return list(dict.fromkeys(text for name in FREE_TERMS for text in kept_terms.get(name, ())))


def texts_of_tournaments(club: Club) -> Iterator[StoredText]:
    """Yield titles, places, saved terms, reasons, and seeds chosen by hand."""
    for preset in Preset.objects.filter(club=club).order_by("pk"):
        page = reverse("tournaments:preset", args=[club.slug, preset.pk])
        where = _("Saved terms of tournaments")
        yield StoredText(where, preset.name, page, Remedy.CHANGE, f"preset:{preset.pk}", room=LONGEST_TITLE)
        for text in _texts_in(preset.kept_terms):
            key = of_text("preset_prize", preset.pk, text)
            yield StoredText(where, text, page, Remedy.CHANGE, key, room=LONGEST_TITLE)
    for tournament in Tournament.objects.filter(club=club).select_related("evening").order_by("pk"):
        page = reverse("tournaments:settings", args=[club.slug, tournament.pk])
        where = _("Tournament “%(title)s”") % {"title": tournament.title}
        for kind, text in (("title", tournament.title), ("hall", tournament.evening.venue)):
            key = f"{kind}:{tournament.pk}"
            yield StoredText(where, text, page, Remedy.CHANGE, key, room=LONGEST_TITLE)
        for text in _texts_in(tournament.kept_terms):
            key = of_text("prize", tournament.pk, text)
            yield StoredText(where, text, page, Remedy.CHANGE, key, room=LONGEST_TITLE)
        yield from _seeds(tournament, where)
    yield from _reasons(club)


def _retitle(club: Club, key: str, text: str) -> None:
    Tournament.objects.filter(club=club, pk=key).update(title=text or DASH)
    Pulse.beat(int(key))


def _move(club: Club, key: str, text: str) -> None:
    Evening.objects.filter(club=club, tournament=int(key)).update(venue=text)
    Pulse.beat(int(key))


def renaming(rows: QuerySet[Any], field: str, *same: str) -> Callable[[Club, str, str], None]:
    """Return a function that renames a row of a club, with a number where the name is taken."""

    def rename(club: Club, key: str, text: str) -> None:
        row = rows.get(club=club, pk=key)
        others = rows.filter(club=club, **{name: getattr(row, name) for name in same}).exclude(pk=key)
        store(row, **{field: free_of(text or DASH, set(others.values_list(field, flat=True)))})

    return rename


def free_of(preferred: str, taken: Collection[str]) -> str:
    """Return the preferred name if it is free, or else with a number."""
    numbered = (f"{preferred} {number}" for number in count(2))
    return next(name for name in chain([preferred], numbered) if name not in taken)


def _rename_in_terms(rows: QuerySet[Any], kind: str) -> Callable[[Club, str, str], None]:
    def reword(club: Club, key: str, text: str) -> None:
        for row in rows.filter(club=club, pk=key.partition("-")[0]):
            for name in FREE_TERMS:
                row.kept_terms[name] = [
                    (text or DASH) if of_text(kind, row.pk, other) == f"{kind}:{key}" else other
                    for other in row.kept_terms.get(name, ())
                ]
            row.save(update_fields=["kept_terms"])

    return reword


# What writes something else in the place of these texts.
REWORDED: dict[str, Callable[[Club, str, str], None]] = {
    "title": _retitle,
    "hall": _move,
    "preset": renaming(Preset.objects.all(), "name"),
    "prize": _rename_in_terms(Tournament.objects.all(), "prize"),
    "preset_prize": _rename_in_terms(Preset.objects.all(), "preset_prize"),
}


def _seeds(tournament: Tournament, where: str) -> Iterator[StoredText]:
    for round_ in Round.objects.filter(tournament=tournament).exclude(seed="").order_by("pk"):
        page = reverse("tournaments:round", args=[tournament.club.slug, tournament.pk, round_.number])
        yield StoredText(_("Seed of a draw: %(where)s") % {"where": where}, round_.seed, page, Remedy.STAYS)


def _reasons(club: Club) -> Iterator[StoredText]:
    """Return the words of calls, rulings, results on paper, leavings and repairs."""
    at_tables: tuple[tuple[type[Model], str, str], ...] = (
        (Call, "words", "table"),
        (Ruling, "text", "call__table"),
        *(
            (model, "reason", "table")
            for model in (PaperResult, Leaving, ResultRuling, Rewritten, TableChange)
        ),
    )
    texts = []
    for model, field, table in at_tables:
        given = {f"{table}__round__tournament__club": club, f"{field}__isnull": False}
        columns = [f"{table}__round__{column}" for column in ("tournament", "number", "tournament__title")]
        rows = model._default_manager.filter(**given).exclude(**{f"{field}__text": ""}).order_by()
        texts.append(rows.values_list(f"{field}__pk", f"{field}__text", f"{table}__number", *columns))
    # one reason can be that of several rows
    for pk, text, number, *at, title in sorted(texts[0].union(*texts[1:])):
        page = reverse("tournaments:table", args=[club.slug, *at, number])
        where = _("At table %(number)d of “%(title)s”") % {"number": number, "title": title}
        yield StoredText(where, text, page, Remedy.BLANK, of_reason(pk))


CAPABILITY = Capability(free_texts=(texts_of_tournaments,), text_editors=REWORDED)
