"""Cards on the tables, each for a table number of a tournament, where it stays all day.

The code on a card is made from tournament, number and generation with the server's secret, so nothing in the
database opens anything. Renewing counts the generation on, and what was printed before fits no longer."""

from typing import Any, NamedTuple

from django.db.models import Max, OuterRef, Subquery

from scoring.moved import MovedAway
from scoring.signatures import is_signature_of, signature_of
from tournaments.engine.sizes import is_seatable, sizes
from tournaments.models import Card, Pulse, Stage, Table, Tournament

CARDS = "tournaments.cards"
MOST_CARDS = 100  # so many tables have the 400 people who may play
OPENED = "card of a table"  # in the session of a phone: the code of the card it scanned last


class TableOfCard(NamedTuple):
    """The table of a card, with a counter of its changes."""

    tournament: int
    number: int
    pulse: int


def codes_of(tournament: int, numbers: range) -> dict[int, str]:
    """Return codes short enough to scan in dim light; a card that was never renewed has no row."""
    cards = Tournament.objects.filter(pk=tournament).values_list("salt", "cards__number", "cards__generation")
    rows = list(cards)
    salt, generations = rows[0][0], {number: generation for _salt, number, generation in rows}
    signatures = {
        number: signature_of(CARDS, tournament, number, generations.get(number, 1), salt)
        for number in numbers
    }
    return {number: f"{tournament}-{number}-{signature}" for number, signature in signatures.items()}


def table_behind(code: str) -> TableOfCard | None:
    """Return the table number of a card, if the card is the current one; one query.

    Raises `MovedAway` where its club goes on at another installation.
    """
    parts = code.split("-")
    if len(parts) != 3 or not all(_is_number(part) for part in parts[:2]):
        return None
    tournament, number, signature = int(parts[0]), int(parts[1]), parts[2]
    generation = Card.objects.filter(tournament=OuterRef("pk"), number=number).values("generation")
    pulses = Pulse.objects.filter(pk=tournament).order_by()
    columns = ("count", Subquery(generation), "tournament__salt", "tournament__club__moved_to")
    row = pulses.values_list(*columns).first()
    if row is None or not 1 <= number <= MOST_CARDS:
        return None
    pulse, generation_now, salt, moved_to = row
    if not is_signature_of(signature, CARDS, tournament, number, generation_now or 1, salt):
        return None
    if moved_to:
        raise MovedAway(moved_to)
    return TableOfCard(tournament, number, pulse)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 19


# To print


def tables_at_most(tournament: Tournament) -> int:
    """Return the number of tables of the biggest round, or enough for everybody registered."""
    drawn = Table.objects.filter(round__tournament=tournament).aggregate(most=Max("number"))["most"]
    if drawn:
        return min(int(drawn), MOST_CARDS)
    count = tournament.entrants.filter(withdrawn_at=None).count()
    return len(sizes(count)) if is_seatable(count) else 1


# What a card opens


def at_the_card(table_of_card: TableOfCard) -> dict[str, Any]:
    """Return the state at a card's table now; four queries at most."""
    tournament = Tournament.whole(table_of_card.tournament)
    kind, number, table = _what_is_at(table_of_card, tournament)
    section, names = "", []
    if table is not None:
        table.round.tournament = tournament
        section = table.round.section_of(table_of_card.number) if tournament.terms.sections else ""
    if table is not None and kind in ("next", "paper"):
        known = tournament.evening.names()
        names = [known[player] for player in table.seated]
    seats = "" if table is None else ",".join(table.seated)
    return {
        "place": table_of_card,
        "tournament": tournament,
        "kind": kind,
        "round": number,
        "sheet": table.sheet if table is not None and kind == "plays" else None,  # to go to
        "section": section,  # of whose people the table was drawn; empty: there are none
        "names": names,  # who sits there, in order of play
        "state": f"{kind} {number} {seats}".strip(),  # the same as long as there is nothing new to show
    }


def _what_is_at(table_of_card: TableOfCard, tournament: Tournament) -> tuple[str, int, Table | None]:
    """Return plays, paper, done, next, unused, nothing or over; the round; and the table."""
    if not tournament.is_open:
        return "over", 0, None
    rounds = {
        round_.stage: round_
        for round_ in tournament.rounds.filter(stage__in=(Stage.RUNNING, Stage.PUBLISHED)).order_by("-number")
    }
    running, published = rounds.get(Stage.RUNNING), rounds.get(Stage.PUBLISHED)
    at_number = Table.objects.filter(round__in=rounds.values(), number=table_of_card.number)
    tables = {table.round_id: table for table in at_number.select_related("round", "sheet__evening")}
    if running is not None and (running_table := tables.get(running.pk)) is not None:
        plays = running_table.sheet is not None and running_table.sheet.is_open and not running.reopened_at
        kind = "paper" if running_table.paper and not running.reopened_at else "plays" if plays else "done"
        if kind != "done" or published is None:
            return kind, running.number, running_table
    if published is not None:
        next_table = tables.get(published.pk)
        return "next" if next_table else "unused", published.number, next_table
    if running is not None:
        return "unused", running.number, None
    return "nothing", 0, None
