"""A newer version of the rules is taken: for the next tables, or from the next hand on at all of them."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID, uuid5

from django.utils.translation import gettext as _

from scoring.deeds import PendingDeed, Refused, verb
from scoring.engine import facts
from scoring.engine.problems import option_problems
from scoring.engine.record import entry_record
from scoring.engine.rules import Rules
from scoring.evenings.verbs.sheets import locked_evening
from scoring.models import Account, Act, Evening, RulesetVersion, Sheet
from scoring.rules.comparing import differences, note_of
from scoring.rules.versions.versions import in_use, newer_edition, newest_edition, rules_of
from scoring.table.replay import Fact, position_of
from scoring.table.rights import directed_sheet
from scoring.table.writing import append_row, write
from scoring.table_policy import Actor, NewEntry


def version_now(sheet: Sheet) -> int:
    """Under which version the next hand is played."""
    agreed = sheet.standing["rules"]
    return int(agreed["version"]) if agreed else sheet.ruleset_id


def tables_behind(evening: Evening, version: RulesetVersion) -> list[Sheet]:
    """Return the running tables that still play under another version."""
    running = evening.sheets.filter(closed_at=None).order_by("pk")
    return [sheet for sheet in running if version_now(sheet) != version.pk]


@verb("take_newer_edition")
def take_newer_edition(
    act: PendingDeed, *, actor: Account, deed: UUID, evening: Evening, at_running_tables: bool = False
) -> Evening:
    """Let an evening take the newest version of its rules; what was played keeps its own.

    Tables that start from now on play under it; those that are running do so from their next hand on, if
    that is asked for.
    """
    evening = locked_evening(evening, actor)
    before, version = evening.ruleset, _newest(evening)
    behind = tables_behind(evening, version) if at_running_tables else []
    if version == evening.ruleset and not behind:
        raise Refused(form=[_("This evening already uses the newest version.")])
    if not evening.is_open:
        raise Refused(form=[_("This evening is closed.")])
    rules = rules_of(version)
    if option_problems(evening.options, rules):
        raise Refused(
            form=[_("The newest version does not have the options that were chosen for this evening.")]
        )
    for sheet in behind:
        go_on_under(version, rules.under(evening.options), evening.options, sheet, actor, deed)
    evening.ruleset = version
    evening.save(update_fields=["ruleset"])
    act.record(
        evening.club,
        evening=evening.pk,
        date=str(evening.date),
        edition=version.edition,
        tables=[sheet.name_in_log for sheet in behind],
        note=_what_is_new(before, version),
    )
    return evening


def _what_is_new(before: RulesetVersion, version: RulesetVersion) -> dict[str, str]:
    """In both languages, for the log; nothing where only tables that were left behind follow."""
    if before == version:
        return {}
    found = differences(rules_of(before), rules_of(version))
    return {language: note_of(found, language) for language in ("de", "en")}


def _newest(evening: Evening) -> RulesetVersion:
    played = evening.ruleset
    if played.ruleset_id is not None:
        return newest_edition(played)
    return in_use(played.slug, evening.club) if newer_edition(played) else played


def go_on_under(
    version: RulesetVersion,
    rules: Rules,
    options: Mapping[str, str | int],
    sheet: Sheet,
    actor: Account,
    deed: UUID,
) -> None:
    """Write the entry after which other rules hold."""
    sheet = directed_sheet(sheet, actor)
    position = position_of(sheet)
    if position.standing.doubled and not rules.radl.played:
        raise Refused(
            form=[
                _("“%(name)s” still has doubled hands to play, and the new rules have no Radl.")
                % {"name": sheet.name}
            ]
        )
    agreed = facts.OtherRules(version.pk, version.digest, options)
    record = entry_record(agreed, rules)
    written = write(sheet, Actor(actor), NewEntry(uuid5(deed, f"rules of {sheet.pk}"), Act.ADD, record))
    append_row(sheet, position, Fact(written.id, written.place, agreed, rules))
