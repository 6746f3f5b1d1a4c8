"""A whole cup 3 × 16 on its pages: thirteen people at 4 + 4 + 5, from the preset to the last lot.

At a table of four the first and the second win so many hands together, and the first and the third all
others; at the five they do so among the four who play, whoever deals sits out. Every hand is a rufer, blank
where Vorhand wins it, under kontra where Vorhand loses it: in the Schrift one point from each loser to each
winner. What that comes to stands below, added up on paper.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from uuid import uuid4

import pytest
from django.urls import reverse
from openpyxl.worksheet.worksheet import Worksheet

from scoring.models import Sheet
from scoring.table import verbs as recording
from scoring.table_policy import Actor
from tests.support.pages import english_visitor, html_at
from tests.support.scoring.house import House
from tests.support.scoring.reading import of_xlsx
from tests.support.scoring.recording import posted
from tests.support.scoring.tables import Record, exchanged, hand
from tests.support.scoring.verify import verified
from tests.support.tournaments.desk import Desk, said, send
from tests.support.tournaments.planning import form_on
from tests.support.tournaments.playing import Hands
from tournaments.models import Lot, Stage, State, Tournament

pytestmark = pytest.mark.usefixtures("watch")

PASTED = """Nr;Name
1;Anna
2;Bert
3;Cilli
4;Dora
5;Emil
6;Frieda
7;Georg
8;Hermine
9;Ignaz
10;Jakob
11;Klara
12;Leni
13;Max"""
EVERYBODY = [line.split(";")[1] for line in PASTED.splitlines()[1:]]


@dataclass(frozen=True)
class Seats:
    """Who sits at a table, and in how many hands it is the first and the second who win."""

    names: tuple[str, ...]
    together: int

    @property
    def hands(self) -> int:
        return 16 if len(self.names) == 4 else 20


def seats(names: str, together: int) -> Seats:
    return Seats(tuple(names.split()), together)


ROUNDS = (
    (
        seats("Bert Max Cilli Georg", 13),
        seats("Klara Jakob Frieda Emil", 10),
        seats("Ignaz Leni Dora Hermine Anna", 10),
    ),
    (
        seats("Klara Max Anna Hermine", 15),
        seats("Bert Jakob Leni Georg", 14),
        seats("Dora Emil Ignaz Cilli Frieda", 15),
    ),
    (
        seats("Frieda Max Leni Emil", 15),
        seats("Dora Ignaz Georg Klara", 13),
        seats("Cilli Hermine Anna Jakob Bert", 10),
    ),
)

# On paper. The first of a four wins all 16 hands, the last loses them; with n hands together the second has
# n − (16 − n) and the third the opposite: with 13 that is +10 and −10. At the five everybody plays 16 of 20
# hands. The first wins them and the last loses them. Five hands together give the second +4, the third 0, the
# fourth −4; five of the others −2, 0 and +2. So ten are +4, 0 and −4, and fifteen are +10, 0 and −10: the
# second has 4 + 4 − 2 − 2 and 4 + 4 + 4 − 2.
SCHRIFT = {
    "Max": (10, 14, 14),  # 38
    "Dora": (0, 16, 16),  # 32
    "Ignaz": (16, 0, 10),  # 26
    "Klara": (16, 16, -16),  # 16, before Bert by lot
    "Bert": (16, 16, -16),  # 16
    "Jakob": (4, 12, -4),  # 12
    "Frieda": (-4, -16, 16),  # −4, before Cilli by the next best round: −4 against −10
    "Cilli": (-10, -10, 16),  # −4
    "Hermine": (-4, -16, 4),  # −16
    "Emil": (-16, 10, -16),  # −22, before Leni by the best round: 10 against 4
    "Leni": (4, -12, -14),  # −22
    "Anna": (-16, -14, 0),  # −30
    "Georg": (-16, -16, -10),  # −42
}
SUMS = (38, 32, 26, 16, 16, 12, -4, -4, -16, -22, -22, -30, -42)
BEFORE_THE_LOT = [1, 2, 3, 4, 4, 6, 7, 8, 9, 10, 11, 12, 13]
RANKS = list(range(1, 14))


def hands_of(table: Seats) -> Iterator[Record]:
    """Every hand as somebody at the table dictates it: only Vorhand plays a rufer.

    The first in order of play has drawn the highest card and deals; the next one is Vorhand.
    """
    for number in range(table.hands):
        deals = number % len(table.names)
        order = (*table.names[deals + 1 :], *table.names[:deals])
        playing = order if len(table.names) == 5 else (*order, table.names[deals])
        first, second, third, _last = sorted(playing, key=table.names.index)
        winners = {first, second if number < table.together else third}
        vorhand = playing[0]
        side = winners if vorhand in winners else set(playing) - winners
        (partner,) = side - {vorhand}
        how = {"unplayed": True} if vorhand in winners else {"won": False, "kontra": "kontra"}
        yield hand("rufer", vorhand, partner=partner, **how)


class CupDesk(Desk):
    """The desk of this very cup."""

    # before the first round

    def open(self) -> None:
        """The cup of the presets, shown to everybody."""
        new = reverse("tournaments:new_tournament", args=[self.slug])
        presets = html_at(self.client, new)
        assert "Königrufen cup 3 × 16" in presets
        preset = f"{new}?preset=cup"
        assert f'href="{preset}"' in presets or 'href="?preset=cup"' in presets
        typed = form_on(html_at(self.client, preset))
        typed |= {"title": "Cup der Runde", "date": "2026-11-21", "place": "Gasthaus Post"}
        answer = self.client.post(preset, typed)
        assert answer.status_code == 302
        self.pk = Tournament.objects.get().pk
        assert answer.headers["Location"] == self.address("tournament")
        self.press("show", public="yes")

    def register(self, text: str) -> None:
        """Pasted, looked at, and taken."""
        path = self.address("import_people")
        looked = self.client.post(path, {"deed": str(uuid4()), "lines": text})
        preview = looked.context["preview"]
        assert [line.row.name for line in preview.clear] == EVERYBODY
        assert not preview.open
        sent = {"lines": preview.text, "step": "take", "looked": preview.digest}
        assert "13 are registered." in self.post("import_people", **sent)

    def check_in(self, number: int) -> None:
        """In the first round one by one, later all of the round before with one tap."""
        if number > 1:
            again = self.get("check_in", number).context["check_in"].again
            self.press("check_in", number, again=" ".join(str(one) for one in again))
        else:
            for entrant in self.tournament.entrants.all():
                self.press("check_in", number, **{"in": entrant.pk})
        assert self.round(number).attendances.filter(checked_in_at__isnull=False).count() == 13

    # a round

    def draw(self, number: int, wanted: Sequence[Seats]) -> None:
        """Drawn with a seed; then the director swaps two and two until they sit as planned, and publishes."""
        said = self.post("draw", number, method="avoid_repeats", seed=f"Cup {number}")
        assert f"Round {number} is drawn." in said
        assert (self.round(number).seed, self.round(number).stage) == (f"Cup {number}", Stage.DRAFT)
        assert [len(player) for player in self.seated(number)] == [4, 4, 5]
        assert sorted(name for player in self.seated(number) for name in player) == EVERYBODY
        ids, sit = self.ids, [name for player in self.seated(number) for name in player]
        for place, name in enumerate(name for table in wanted for name in table.names):
            if sit[place] != name:
                self.press("swap", number, seats=[ids[sit[place]], ids[name]])
                sit[sit.index(name)], sit[place] = sit[place], name
        assert self.seated(number) == [table.names for table in wanted]
        assert "Published" in self.post("publish", number)

    def play(self, number: int, table: int, planned: Seats) -> dict[str, int]:
        """All hands of a table; gives what the losers have written to the winners, counted beside.

        At the five of the first round the phone sends every hand; elsewhere it sends the first one and the
        last, and those in between are recorded at once, as it would have sent them.
        """
        sheet = self.table(number, table).sheet
        assert sheet is not None
        answer = self.scan(table)
        assert answer.status_code == 302
        assert answer.headers["Location"] == reverse("scoring:record", args=[sheet.pk])
        phone, ids, after = self.phones[table], self.ids, 0
        assert phone.get(answer.headers["Location"]).status_code == 200
        beside = dict.fromkeys(planned.names, 0)
        for count, record in enumerate(hands_of(planned), 1):
            if (number == 1 and len(planned.names) == 5) or count in (1, planned.hands):
                answer = send(phone, sheet, after, exchanged(record, ids))
                assert answer.status_code == 200, answer.content.decode()
                assert answer.json()["number"] == count
                after = answer.json()["seq"]
            else:
                after = record_at_once(sheet, after, exchanged(record, ids))
            write_beside(beside, record, planned, count - 1)
        once_more = exchanged(next(hands_of(planned)), ids)  # the deal is where it was at the first hand
        answer = send(phone, sheet, after, once_more)
        assert answer.status_code == 400
        assert answer.json()["problems"][0]["text"] == (
            f"All {planned.hands} hands of this table have been played. Only the director can enter another."
        )
        hand_in = reverse("tournaments:hand_in", args=[self.tournament.code, self.table(number, table).pk])
        answer = phone.post(hand_in, {"id": str(uuid4())}, content_type="application/json")
        assert answer.status_code == 200
        closed = Sheet.objects.whole().get(pk=sheet.pk)
        assert (closed.standing["hands"], closed.is_open) == (planned.hands, False)
        return beside


def record_at_once(sheet: Sheet, after: int, record: Record) -> int:
    """By the phone's right, without its page."""
    card = Actor(link=sheet.record_link)
    return recording.add(actor=card, entry=uuid4(), sheet=sheet, after=after, record=record).sheet.seq


def write_beside(beside: dict[str, int], record: Record, planned: Seats, number: int) -> None:
    """One point from each loser to each winner, none for whoever deals at the five."""
    (game,) = record["games"]
    idle = planned.names[number % 5] if len(planned.names) == 5 else ""
    side = {game["declarer"], game["partner"]}
    assert idle not in side
    for name in planned.names:
        if name != idle:
            beside[name] += 1 if (name in side) == ("unplayed" in game) else -1


@pytest.fixture
def desk(house: House) -> CupDesk:
    client = house.client("Bert", "en")
    return CupDesk(client, house.club.slug)


def test_a_whole_cup_of_thirteen_from_the_preset_to_the_last_lot(desk: CupDesk, watch: Hands) -> None:
    desk.open()
    assert dict(desk.tournament.terms.hands) == {4: 16, 5: 20, 6: 24}
    assert desk.tournament.evening.ruleset.slug == "cup"
    desk.register(PASTED)
    beside: dict[str, list[int]] = {name: [] for name in EVERYBODY}
    for number, planned in enumerate(ROUNDS, 1):
        desk.check_in(number)
        desk.draw(number, planned)
        if number == 1:
            desk.print_cards(3)
        waits = desk.scan(1)
        assert waits.status_code == 200  # nothing is to be recorded yet, and the card says who sits here
        assert all(name in said(waits) for name in planned[0].names)
        assert f"Round {number} has begun." in desk.post("start_round", number)
        for table, each in enumerate(planned, 1):
            for name, points in desk.play(number, table, each).items():
                beside[name].append(points)
        watch.forward(hours=1)
        assert f"Round {number} is closed." in desk.post("close_round", number)
        assert_round(desk, number)
    assert {name: tuple(points) for name, points in beside.items()} == SCHRIFT
    assert_kontra_counts_for_the_kassa_alone(desk)
    assert not desk.tournament.rounds.filter(number=4).exists()

    standing = desk.standings()
    assert [row.rank for row in standing.rows] == BEFORE_THE_LOT
    assert standing.tied == (("Bert", "Klara"),)
    assert {row.name for row in standing.rows if row.tied} == {"Bert", "Klara"}
    assert "Bert, Klara" in said(desk.get("lots"))
    draw_by_hand(desk, "Klara", "Bert")

    standing = desk.standings()
    assert [(row.rank, row.name, row.result.schrift) for row in standing.rows] == [
        (rank, name, points) for rank, name, points in zip(RANKS, SCHRIFT, SUMS, strict=True)
    ]
    assert not any(row.tied for row in standing.rows)
    rounds = {row.name: tuple(round_.amount for round_ in row.rounds if round_) for row in standing.rows}
    assert rounds == SCHRIFT
    reasons = {row.name: row.reason for row in standing.rows}
    assert reasons["Dora"] == "Schrift +38 before +32"
    assert reasons["Bert"] == "by lot"
    assert reasons["Cilli"] == "next best round −4 before −10"
    assert reasons["Leni"] == "best round +10 before +4"

    assert "The tournament is finished." in desk.post("finish")
    assert desk.tournament.state == State.FINISHED
    assert_everybody_reads_the_same(desk)
    assert_the_file_says_so_too(desk)
    assert verified() == (0, ["9 sheets, 156 hands, 1 tournament: no difference."])


def assert_round(desk: CupDesk, number: int) -> None:
    """The standings of the round are its column of the paper: higher first, equals share the rank."""
    column = {name: points[number - 1] for name, points in SCHRIFT.items()}
    expected = {
        (1 + sum(other > points for other in column.values()), name, points)
        for name, points in column.items()
    }
    standing = desk.standings(number)
    assert {(row.rank, row.name, row.result.schrift) for row in standing.rows} == expected
    assert not standing.interim


def assert_kontra_counts_for_the_kassa_alone(desk: CupDesk) -> None:
    """A blank rufer pays 1; one under kontra pays 2 in the Kassa, and 1 in the Schrift as well."""
    paid = posted(sheet__evening=desk.tournament.evening)
    assert len(paid) == 3 * (16 + 16 + 20) * 4
    assert {abs(movement.twelfths) for movement in paid} == {12, 24}
    assert {abs(movement.schrift_twelfths) for movement in paid} == {12}


def draw_by_hand(desk: CupDesk, *names: str) -> None:
    (drawing,) = desk.get("lots").context["drawing"]
    ids = desk.ids
    places = {f"place_{ids[name]}": place for place, name in enumerate(names, 1)}
    sent = {"about": drawing.tie.about, "players": drawing.key, "how": "hand", **places}
    assert f"Drawn: {', '.join(names)}." in desk.post("lots", **sent)
    assert Lot.objects.get().order == [ids[name] for name in names]


def assert_everybody_reads_the_same(desk: CupDesk) -> None:
    """Who is not even signed in sees the same places, with the reason where it was close."""
    visitor = english_visitor()
    text = html_at(visitor, reverse("tournaments:public_standings", args=[desk.tournament.code]))
    overall = [
        cells for cells in rows_of(text) if len(cells) == 8
    ]  # rank, name, sum, three rounds, hands, why
    assert [(cells[0], cells[1]) for cells in overall] == [
        (str(rank), name) for rank, name in zip(RANKS, SCHRIFT, strict=True)
    ]
    assert [cells[-1] for cells in overall if cells[1] == "Bert"] == ["by lot"]
    assert {cells[6] for cells in overall} == {"48"}  # everybody has played 3 × 16


def rows_of(text: str) -> list[list[str]]:
    """What stands in the bodies of the tables on a page."""
    bodies = re.findall(r"<tbody>(.*?)</tbody>", text, re.DOTALL)
    rows = [row for body in bodies for row in re.findall(r"<tr[^>]*>(.*?)</tr>", body, re.DOTALL)]
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in rows]
    return [[re.sub(r"<[^>]+>", "", cell).strip() for cell in row] for row in cells]


def assert_the_file_says_so_too(desk: CupDesk) -> None:
    kwargs = {"slug": desk.slug, "pk": desk.pk, "form": "xlsx"}
    address = reverse("tournaments:export_standings", kwargs=kwargs)
    sheet: Worksheet = of_xlsx(desk.client.get(address).content)
    heading, *rows = sheet.iter_rows(values_only=True)
    columns = [heading.index(title) for title in ("Rank", "Name", "Schrift", "Round 1", "Round 2", "Round 3")]
    assert [tuple(row[column] for column in columns) for row in rows] == [
        (rank, name, points, *SCHRIFT[name]) for rank, name, points in zip(RANKS, SCHRIFT, SUMS, strict=True)
    ]
