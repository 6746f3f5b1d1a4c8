"""What pages about evenings and lists of tables show."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import Prefetch
from django.urls import reverse
from django.utils.translation import ngettext

from scoring.engine.options import OPTIONS, choice_label
from scoring.engine.result import Amount, from_twelfths
from scoring.engine.sheet import Position
from scoring.evenings.pages.settling import money_otherwise, rules_by_table, terms_in_words
from scoring.evenings.verbs import plays_its_rules, version_now
from scoring.models import Club, Evening, Participant, RulesetVersion, Sheet, Voice
from scoring.models.evenings import SheetQuerySet, names_of
from scoring.rules.versions.timelines import rules_by_now
from scoring.rules.versions.versions import (
    changes_between,
    current_text,
    key_of,
    newer_edition,
    newest_edition,
)
from scoring.table.pages.recording_page import banner_of
from scoring.table.pot import terms_of
from scoring.table_policy import Actor, policy_of


class PersonTotal(NamedTuple):
    """A person and their total, at a table or of the evening."""

    name: str
    total: Amount


def doubled_hands_to_come(number: int) -> str:
    """Return the warning shown before a table is closed during its Radl."""
    sentence = ngettext(
        "There is %(number)s doubled hand still to come.",
        "There are %(number)s doubled hands still to come.",
        number,
    )
    return sentence % {"number": number}


def running_totals(position: Position, names: Mapping[str, str]) -> list[PersonTotal]:
    """Return the totals of everybody who ever sat at a table, seated players first."""
    totals = position.totals
    everybody = dict.fromkeys([*position.players, *totals])
    return [PersonTotal(names[player], totals.get(player, 0)) for player in everybody]


def with_people(sheets: SheetQuerySet) -> SheetQuerySet:
    """Return the sheets with everything that `tables` needs, by two queries however many there are."""
    people = Participant.objects.select_related("member").order_by("pk")
    sheets = sheets.whole().counting(Voice.objects.open_objections())
    return sheets.prefetch_related(Prefetch("evening__participants", people))


def tables(sheets: Iterable[Sheet], actor: Actor, language: str) -> list[dict[str, Any]]:
    """Return what the page of an evening shows of each sheet that this visitor may see."""
    sheets = list(sheets)
    rules = rules_by_now(sheets)
    labels = {sheet.pk: rules[sheet.pk].label.in_language(language) for sheet in sheets}
    differ = len(set(labels.values())) > 1
    listed = []
    for sheet in sheets:
        names = names_of(sheet.evening.participants.all())
        listed.append(
            {
                "sheet": sheet,
                "banner": banner_of(sheet, names, rules[sheet.pk], language),
                "records": sheet.is_open and policy_of(sheet).may_record(sheet, actor),
                "rules": labels[sheet.pk] if differ else "",
            }
        )
    return listed


def people_of(evening: Evening, sheets: Iterable[Sheet], names: Mapping[str, str]) -> list[PersonTotal]:
    """Return the evening's players with their totals, the highest first; only those with a score."""
    twelfths: dict[str, int] = {}
    for sheet in sheets:
        for person, amount in sheet.totals.items():
            twelfths[person] = twelfths.get(person, 0) + amount
    played = [person for person in names if person in twelfths]
    people = [PersonTotal(names[person], from_twelfths(twelfths[person])) for person in played]
    return sorted(people, key=lambda person: -person.total)


def agreed(options: Mapping[str, str | int], language: str) -> list[tuple[str, str]]:
    """Return this evening's differences from the sheet, in words: the subject and the agreement."""
    return [
        (OPTIONS[key].matter.in_language(language), choice_label(key, value).in_language(language))
        for key, value in options.items()
    ]


def rules_page(evening: Evening, sheets: Sequence[Sheet], language: str) -> dict[str, Any]:
    """Return the evening's agreements, and where a table or a newer version differs."""
    terms = terms_of(evening)
    newer = newer_edition(evening.ruleset)
    return {
        "pagatkassa": list(terms_in_words(terms, evening.currency, language)) if terms else [],
        "agreed": agreed(evening.options, language),
        "newer": newest_text(evening, language) if newer else None,
        "behind": [] if newer else behind(evening, sheets, language),
        "kept": any(
            plays_its_rules(sheet, evening) and version_now(sheet) != evening.ruleset_id for sheet in sheets
        ),
        "by_table": rules_by_table(sheets, language),
        "otherwise": money_otherwise(evening, sheets, language),
        "running": any(sheet.is_open for sheet in sheets),
        "started": any(sheet.state.hands for sheet in sheets),
    }


class Newer(NamedTuple):
    """A newer version of a sheet: its differences, and the address that compares both."""

    note: str
    address: str
    tables: tuple[str, ...] = ()  # that are still to change over to it


def newest_text(evening: Evening, language: str) -> Newer:
    """Return the evening's sheet as it reads today."""
    version = evening.ruleset
    if version.ruleset_id is not None:
        return _newer(evening.club, version, newest_edition(version), language)
    return Newer(changes_between(version.text, current_text(version.slug), language), "")


def behind(evening: Evening, sheets: Iterable[Sheet], language: str) -> list[Newer]:
    """Return the evening's running tables that play another version than the evening names now."""
    tables: dict[int, list[str]] = {}
    for sheet in sheets:
        same = plays_its_rules(sheet, evening)
        if same and sheet.is_open and (version := version_now(sheet)) != evening.ruleset_id:
            tables.setdefault(version, []).append(sheet.name)
    versions = RulesetVersion.objects.in_bulk(tables)
    return [
        _newer(evening.club, versions[version], evening.ruleset, language)._replace(tables=tuple(names))
        for version, names in tables.items()
    ]


def _newer(club: Club, old: RulesetVersion, new: RulesetVersion, language: str) -> Newer:
    note = changes_between(old.text, new.text, language)
    if old.ruleset_id is None or old.ruleset_id != new.ruleset_id:
        return Newer(note, "")
    address = reverse("scoring:compare_sheets", args=[club.slug])
    return Newer(note, f"{address}?a={key_of(old)}&b={key_of(new)}")
