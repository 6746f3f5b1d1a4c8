"""Tags for results files: the letters of a tournament's file, and promises to organisers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from scoring.engine.declaring import declared
from scoring.engine.loading.tables import TABLES
from scoring.engine.texts import Text
from tournaments.engine.criteria import CRITERIA
from tournaments.engine.ladders import LADDERS
from tournaments.models import Tournament
from tournaments.results_file.exporting import letters_of_tournament
from tournaments.results_file.reading import KEYS, schema, shapes_of

register = template.Library()
AS_IN_HTML = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&"}  # of JSON between tags


@register.inclusion_tag("tournaments/results_file/_keys.html")
def results_keys() -> dict[str, Any]:
    """Return every key of the format with its type, and how the checker treats it."""
    shapes = dict(shapes_of(schema()))
    return {"keys": [(key, _values(shapes[key]), *description) for key, description in KEYS.items()]}


def _values(shape: dict[str, Any]) -> str:
    """Return which values a key takes, in the words of JSON Schema."""
    if "$ref" in shape:
        return str(shape["$ref"].rpartition("/")[2])
    if "const" in shape:
        return str(shape["const"])
    if "enum" in shape:
        return " | ".join(map(str, shape["enum"]))
    kinds = shape.get("type", "any")
    inside = shape.get("items") or shape.get("additionalProperties") or {}
    enum = " | ".join(inside.get("enum", ())) if isinstance(inside, dict) else ""
    return f"{kinds if isinstance(kinds, str) else ' | '.join(kinds)}{enum and ': ' + enum}"


@register.inclusion_tag("tournaments/results_file/_words.html")
def results_words(language: str, what: str) -> dict[str, Any]:
    """Return names of the format with their sentences; `what` is one of WORDS_OF."""
    rows = [(name, text.in_language(language)) for name, text in WORDS_OF[what]()]
    return {"rows": rows}


def _of_record() -> Iterator[tuple[str, Text]]:
    for name, words in declared("tournaments.results_file.record").items():
        yield name, Text.declared(words)


def _of_criteria() -> Iterator[tuple[str, Text]]:
    for name, criterion in CRITERIA.items():
        yield name, criterion.sentence


def _of_ladders() -> Iterator[tuple[str, Text]]:
    for name, ladder in LADDERS.items():
        table = ", ".join(map(str, ladder.table))
        yield str(name), Text.joined((ladder.sentence, Text.same(table)), " ") if table else ladder.sentence


def _of_triggers() -> Iterator[tuple[str, Text]]:
    for name, words in declared("scoring.engine.triggers").items():
        yield name, Text.declared(words["sentence"])


def _of_customs() -> Iterator[tuple[str, Text]]:
    for custom, values in declared("scoring.engine.customs").items():
        for value, words in values.items():
            yield f"{custom}: {value}", Text.declared(words["sentence"])


def _of_options() -> Iterator[tuple[str, Text]]:
    for option, words in declared("scoring.engine.options").items():
        for value, declaration in words.get("values", {}).items():
            if "sentence" in declaration:
                yield f"{option} = {value}", Text.declared(declaration["sentence"])


def _of_sheets() -> Iterator[tuple[str, Text]]:
    for table, keys in TABLES.items():
        for name, key in keys.items():
            text = key.label if key.help is None else Text.joined((key.label, key.help), ". ")
            yield f"{'' if table == 'sheet' else table + '.'}{name}", text


WORDS_OF: dict[str, Callable[[], Iterator[tuple[str, Text]]]] = {
    "record": _of_record,
    "criteria": _of_criteria,
    "ladders": _of_ladders,
    "triggers": _of_triggers,
    "customs": _of_customs,
    "options": _of_options,
    "sheets": _of_sheets,
}


@register.inclusion_tag("tournaments/results_file/_promises.html")
def promises(language: str) -> dict[str, Any]:
    """Return the promises to organisers by subject, each with the test that keeps it."""
    groups: list[dict[str, Any]] = []
    first = 1
    for key, group in declared("tournaments.results_file.promises").items():
        declared_promises = group["promises"]
        promises = [
            {"sentence": each[language], "test": each["test"].rpartition("::")[2]}
            for each in declared_promises
        ]
        title = Text.declared(group["title"]).in_language(language)
        groups.append({"key": key, "title": title, "first": first, "promises": promises})
        first += len(promises)
    return {"groups": groups}


@register.simple_tag
def sports_event(tournament: Tournament) -> SafeString:
    """Return a public tournament as JSON-LD for search engines and calendars."""
    evening = tournament.evening
    event = {
        "@context": "https://schema.org",
        "@type": "SportsEvent",
        "name": tournament.title,
        "sport": "Tarock",
        "startDate": f"{evening.date:%Y-%m-%d}",
        "location": {"@type": "Place", "name": evening.venue or tournament.club.name},
        "organizer": {"@type": "SportsOrganization", "name": tournament.club.name},
    }
    text = json.dumps(event, ensure_ascii=False).translate(AS_IN_HTML)
    return mark_safe(f'<script type="application/ld+json">{text}</script>')


@register.inclusion_tag("tournaments/results_file/_letters.html", takes_context=True)
def results_letters(context: Context, tournament: Tournament) -> dict[str, str]:
    """Return the letters of a finished tournament's file, and the address of the page that checks it."""
    address = reverse("tournaments:check")
    request = context["request"]
    whole = request.build_absolute_uri(address)
    return {"letters": letters_of_tournament(tournament), "address": address, "whole": whole}
