"""Find the section of each player of a round, and refuse a seat in another one."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.deeds import Refused, store
from tournaments.engine.meetings import RoundSeating
from tournaments.engine.sections import with_house_players
from tournaments.models import Entrant, Round, Tournament


class RoundSections(NamedTuple):
    """People checked in, by section, and house players where they are needed."""

    numbers: tuple[int, ...]  # of the sections of which somebody is there
    people: tuple[tuple[str, ...], ...]  # of each of them
    nowhere: tuple[str, ...]  # who are in no section


def sections_of(round_: Round) -> RoundSections | None:
    """Return the players of each section; None without sections. One query, or none."""
    names = round_.tournament.terms.sections
    if not names:
        return None
    present = round_.attendances.filter(checked_in_at__isnull=False, entrant__withdrawn_at=None)
    columns = ("entrant__participant", "entrant__section", "entrant__house")
    groups: dict[int, list[str]] = {number: [] for number in range(1, len(names) + 1)}
    house: list[str] = []
    nowhere: list[str] = []
    for participant, section, is_house in present.order_by("entrant__participant").values_list(*columns):
        if section in groups:
            groups[section].append(str(participant))
        else:
            (house if is_house else nowhere).append(str(participant))
    numbers = tuple(number for number, people in groups.items() if people)
    if not numbers:
        return RoundSections((), (), tuple(nowhere + house))
    people = with_house_players([groups[number] for number in numbers], house)
    return RoundSections(numbers, tuple(tuple(sorted(person)) for person in people), tuple(nowhere))


def section_by_person(tournament: Tournament) -> Mapping[str, int]:
    """Return everybody's section by person; one query, or none without sections."""
    if not tournament.terms.sections:
        return {}
    entrants = tournament.entrants.filter(section__gt=0).order_by()
    return {str(pk): section for pk, section in entrants.values_list("participant_id", "section")}


def tables_of_sections(round_: Round, seating: RoundSeating) -> list[RoundSeating] | None:
    """Return the tables of each section of a round; None if it was drawn without sections."""
    numbers = (round_.report or {}).get("sections")
    if not numbers or len(numbers) != len(seating.tables):
        return None
    pairs = list(zip(numbers, seating.tables, strict=True))
    return [
        RoundSeating(tuple(table for number, table in pairs if number == section))
        for section in dict.fromkeys(numbers)
    ]


def is_within_sections(round_: Round, seating: RoundSeating) -> bool:
    """Return whether everybody sits at a table of their section, as it is now."""
    numbers = (round_.report or {}).get("sections", [])
    sections = section_by_person(round_.tournament)
    if not numbers:
        return not sections
    return all(
        sections.get(player, number) == number
        for number, table in zip(numbers, seating.tables, strict=False)
        for player in table
    )


def demand_one_section(round_: Round, player: str, other: str) -> None:
    """Refuse that two people change places who play in different sections."""
    sections = section_by_person(round_.tournament)
    if sections.get(player, 0) != sections.get(other, 0) and sections.get(player) and sections.get(other):
        names = round_.tournament.evening.names()
        template = _("%(one)s and %(other)s play in different sections. Each section has its own tables.")
        raise Refused(form=[template % {"one": names[player], "other": names[other]}])


def join_section(round_: Round, entrant: Entrant, table: int) -> None:
    """Put a latecomer into the section of a table; refuse a player of another section."""
    numbers = (round_.report or {}).get("sections", ())
    if entrant.house or not numbers:
        return
    number = numbers[table - 1]
    if entrant.section not in (0, number):
        names = round_.tournament.evening.names()
        values = {"name": names[str(entrant.participant_id)], "table": table}
        template = _(
            "%(name)s plays in a different section from table %(table)d. Please choose another table."
        )
        raise Refused(table=[template % values])
    if entrant.section != number:
        store(entrant, section=number)
