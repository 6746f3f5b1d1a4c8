"""A club's evening under one seed, in one process: two features drawn together, and a clock that jumps.

Hands are played, corrected, taken out, inserted and taken back by the verbs. Pages and the evening's book are
read as members read them, and recounted on a paper of its own, which asks nothing of the program.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain
from random import Random
from typing import Any, NamedTuple

from scoring.evenings import verbs as evening_verbs
from scoring.models import Entry, Sheet
from scoring.table.verbs import Person
from scoring.table.writing import Illegal, Written
from tests.night.auditor import after, players_of
from tests.support.pages import html_at, text_at, text_of
from tests.support.scoring.corrections import correct, insert, redo, take_out, undo
from tests.support.scoring.house import House
from tests.support.scoring.house_rules import dearer, own, save, take
from tests.support.scoring.season import shown
from tests.support.scoring.tables import FIVE, FOUR, REDEAL, Record, hand

VALUES = {"rufer": 1, "trischaken": 2, "solorufer": 2, "bettler": 4, "dreier": 5, "einer": 6}
OF_VORHAND, CALLING = {"rufer", "trischaken"}, {"rufer", "solorufer"}
DEARER = 7  # a Dreier, once the rules have changed
FEATURES = ("correct", "take out", "insert", "undo", "seats", "rules", "close", "cents", "redeal", "kontra")
STEPS, CENTS = 16, 7  # of the evening; a point
JUMPS = (0, 1, 4, 59, 60, 61, 150)  # minutes between two hands
OTHERS = ("Anna", "Hilda", "Xaver", "Yvonne")  # at the second table; the last two are guests
PARTS = {Fraction(0): "", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔"}


@dataclass(frozen=True)
class Line:
    """A line of the paper: a hand, a redeal, other seats or other rules."""

    id: Any
    record: Record
    seats: tuple[str, ...] = ()
    dealer: str = ""
    dreier: int = 0  # what it is worth from here on


# A line of who has what: the name, the points, the money.
BALANCE = re.compile(
    r'<span class="what"><span class="name">([^<]+?)</span>\s*(?:<small>.*?</small>)?\s*</span>\s*'
    r'<svg class="strip".*?</svg>\s*'
    r'<span class="end">([^<]+)</span>\s*<b class="end[^"]*">([^<]+)</b>',
    re.DOTALL,
)


class Counted(NamedTuple):
    """A hand as the paper has it."""

    dealer: str
    doubled: bool
    amounts: Mapping[str, Fraction]


class Standing(NamedTuple):
    """The hands so far, and who plays the next one, Vorhand first."""

    hands: list[Counted]
    playing: tuple[str, ...]
    dealer: str
    seats: tuple[str, ...]


@dataclass
class Paper:
    """What somebody writes with a pencil at one table."""

    sheet: Sheet
    seats: tuple[str, ...]
    has_radl: bool = False  # after each Trischaken
    lines: list[Line] = field(default_factory=list)

    def counted(self, lines: Sequence[Line] | None = None) -> Standing | None:
        """Return how the table stands after these lines; None: it cannot be."""
        seats, dealer, owed, dreier = self.seats, self.seats[-1], 0, VALUES["dreier"]
        hands: list[Counted] = []
        for line in self.lines if lines is None else lines:
            playing = players_of(seats, dealer)
            if line.seats:
                seats, dealer = line.seats, line.dealer
            elif line.dreier:
                dreier = line.dreier
            elif "games" in line.record:
                [game] = line.record["games"]
                if not can_play(game, playing):
                    return None
                amounts = amounts_of(game, playing, VALUES | {"dreier": dreier}, 2 if owed else 1)
                hands.append(Counted(dealer, owed > 0, amounts))
                owed = max(owed - 1, 0)
                if game["contract"] == "trischaken" and self.has_radl:
                    owed += len(seats)
                dealer = after(seats, dealer)
        return Standing(hands, players_of(seats, dealer), dealer, seats)

    @property
    def people(self) -> list[str]:
        return sorted({*self.seats, *chain(*(line.seats for line in self.lines))})

    def totals(self) -> Counter[str]:
        totals: Counter[str] = Counter(dict.fromkeys(self.seats, 0))
        for counted in self.hands:
            totals.update(counted.amounts)
        return totals

    def standing(self, lines: Sequence[Line] | None = None) -> Standing:
        standing = self.counted(lines)
        assert standing is not None
        return standing

    @property
    def hands(self) -> list[Counted]:
        return self.standing().hands


def can_play(game: Record, playing: Sequence[str]) -> bool:
    people = {game["declarer"], *filter(None, [game.get("partner")]), *chain(*game.get("order", []))}
    return people <= set(playing) and (game["contract"] not in OF_VORHAND or game["declarer"] == playing[0])


def amounts_of(
    game: Record, playing: Sequence[str], values: Mapping[str, int], times: int
) -> dict[str, Fraction]:
    """Return what each of the four gets."""
    worth = values[game["contract"]] * times * (2 if "kontra" in game else 1)
    if game["contract"] == "trischaken":  # whoever has most pays; the others have equally few
        [_loser, others] = game["order"]
        return {player: Fraction(worth, 3) if player in others else Fraction(-worth) for player in playing}
    side = {game["declarer"], game.get("partner", game["declarer"])}
    each = worth if game["won"] else -worth
    return {
        player: Fraction(each * (1 if len(side) > 1 else 3) if player in side else -each)
        for player in playing
    }


class PaperEvening:
    """An evening at two tables, of which one plays without a Radl."""

    def __init__(self, house: House, seed: int, jump: Callable[[int], None]) -> None:
        self.house, self.dice, self.jump = house, Random(seed), jump
        self.features = self.dice.sample(FEATURES, 2)
        self.story: list[str] = [f"seed {seed}: {', '.join(self.features)}"]
        self.wrong: list[str] = []  # what a page says otherwise than the paper
        self.rules = own(house)
        house.club.cents_per_point = CENTS
        house.club.save()
        self.evening = house.evening(self.rules.slug)
        many = FIVE if self.dice.random() < 0.5 else FOUR
        self.papers = [
            Paper(house.sheet(many, evening=self.evening, name="Tisch 1"), many, has_radl=True),
            Paper(self._second_table(), OTHERS),
        ]

    def _second_table(self) -> Sheet:
        people = [Person(name=name) for name in OTHERS]
        about = {"evening": self.evening, "name": "Tisch 2", "people": people, "high_card": 0}
        return self.house.do(evening_verbs.open_sheet, by="Anna", rules="treffpunkt-skoty", **about)

    def play(self) -> None:
        """Play it to its end; now and then pages are read."""
        for step in range(STEPS):
            self.jump(self.dice.choice(JUMPS))
            paper = self.papers[self.dice.random() < 0.3]
            feature = self.dice.choice([*self.features, "", ""])
            self.story.append(f"{paper.sheet.name} {feature or 'hand'}")
            {
                "correct": self._correct,
                "take out": self._take_out,
                "insert": self._insert,
                "undo": self._undo,
                "seats": self._seats,
                "rules": self._rules,
                "close": self._close,
                "redeal": self._redeal,
            }.get(feature, self._hand)(paper)
            if step % 5 == 0:
                self.wrong += self._misread()

    # What happens

    def _game(self, playing: Sequence[str]) -> Record:
        contract = self.dice.choice([*VALUES, *(["trischaken"] if "cents" in self.features else [])])
        declarer = playing[0] if contract in OF_VORHAND else self.dice.choice(playing)
        others = [player for player in playing if player != declarer]
        if contract == "trischaken":
            loser = self.dice.choice(playing)
            return hand(contract, declarer, order=[[loser], [one for one in playing if one != loser]])
        partner = {"partner": self.dice.choice(others)} if contract in CALLING else {}
        kontra = {"kontra": "kontra"} if "kontra" in self.features and contract in ("dreier", "einer") else {}
        return hand(contract, declarer, won=self.dice.random() < 0.5, **partner, **kontra)

    def _hand(self, paper: Paper) -> None:
        record = self._game(paper.standing().playing)
        paper.lines.append(Line(self.house.play(paper.sheet, record).entry.pk, record))

    def _redeal(self, paper: Paper) -> None:
        paper.lines.append(Line(self.house.play(paper.sheet, REDEAL).entry.pk, REDEAL))

    def _correct(self, paper: Paper) -> None:
        self._change(paper, correct, 1)

    def _insert(self, paper: Paper) -> None:
        self._change(paper, insert, 0)

    def _take_out(self, paper: Paper) -> None:
        self._change(paper, lambda house, sheet, target, _record: take_out(house, sheet, target), 1, [])

    def _change(
        self, paper: Paper, change: Callable[..., Written], gone: int, instead: list[Line] | None = None
    ) -> None:
        """Change some hand that was played; it is refused where by the paper it cannot have been."""
        hands = [number for number, line in enumerate(paper.lines) if "games" in line.record]
        if not hands:
            return self._hand(paper)
        number = self.dice.choice(hands)
        record = self._game(paper.standing(paper.lines[:number]).playing)
        new = [Line(None, record)] if instead is None else instead
        lines = [*paper.lines[:number], *new, *paper.lines[number + gone :]]
        target = Entry.objects.get(pk=paper.lines[number].id)
        try:
            written = change(self.house, paper.sheet, target, record)
        except Illegal:
            assert paper.counted(lines) is None, self.story
            return None
        assert paper.counted(lines) is not None, self.story
        paper.lines = lines
        if new:
            paper.lines[number] = replace(lines[number], id=written.entry.pk)
        return None

    def _undo(self, paper: Paper) -> None:
        if not paper.lines or "games" not in paper.lines[-1].record:
            return self._hand(paper)
        undo(self.house, paper.sheet)
        line = paper.lines.pop()
        if self.dice.random() < 0.5:
            paper.lines.append(replace(line, id=redo(self.house, paper.sheet).entry.pk))
        return None

    def _seats(self, _paper: Paper) -> None:
        """Let Emil come to the first table, or go; who deals is said."""
        paper = self.papers[0]
        seats = FOUR if paper.standing().seats == FIVE else FIVE
        dealer = self.dice.choice(seats)
        written = self.house.seat(paper.sheet, seats, seats.index(dealer))
        paper.lines.append(Line(written.entry.pk, {}, seats, dealer))

    def _rules(self, paper: Paper) -> None:
        """Let the club's own rules change, and the evening take them at once."""
        if any(line.dreier for line in self.papers[0].lines):
            return
        save(self.house, self.rules, dearer(DEARER))
        take(self.house, self.evening)
        self.papers[0].lines.append(Line(None, {}, dreier=DEARER))

    def _close(self, paper: Paper) -> None:
        self.house.do(evening_verbs.close_evening, by="Anna", evening=self.evening)
        self.wrong += self._misread_evening()
        self.jump(self.dice.choice(JUMPS))
        self.house.do(evening_verbs.reopen_evening, by="Bert", evening=self.evening, reason="weiter")

    # What is read

    def _misread(self) -> Iterator[str]:
        for paper in self.papers:
            yield from self._misread_sheet(paper)
        yield from self._misread_book()
        yield from self._misread_evening()
        yield from self._misread_season()

    def won(self) -> Counter[str]:
        won: Counter[str] = Counter()
        for paper in self.papers:
            won.update(paper.totals())
        return won

    def _misread_sheet(self, paper: Paper) -> Iterator[str]:
        """Read who deals, who sits out, and everybody's total."""
        page = html_at(self.house.client("Emil", "en"), paper.sheet.get_absolute_url())
        standing, totals = paper.standing(), paper.totals()
        out = [player for player in standing.seats if player not in standing.playing]
        deals = "deals and sits out" if out else "deals"
        turn = f"{standing.dealer} {deals}, {standing.playing[0]} is Vorhand."
        if turn not in text_of(page):
            yield f"{paper.sheet.name}: the page does not say “{turn}”, {out}"
        head = page.partition("<thead")[2].partition("</thead>")[0]
        names = re.findall(r'<span class="full">([^<]+)</span>', head)
        if missing := set(standing.seats) - set(names):
            yield f"{paper.sheet.name}: the page lacks {missing}"
        totals_row = head.partition('class="now"')[2].partition("</tr>")[0]
        shown_totals = dict(zip(names, re.findall(r"<td[^>]*>([^<]*)</td>", totals_row), strict=True))
        if shown_totals != (wanted := {name: noted(totals[name]) for name in names}):
            yield f"{paper.sheet.name}: the page has {shown_totals}, and the paper {wanted}"

    def _misread_book(self) -> Iterator[str]:
        """Read every hand of both tables in the file: who dealt, whether it was doubled, what it brought."""
        answer = self.house.client("Emil", "en").get(f"{self.evening.get_absolute_url()}export/json/")
        tables = {table["name"]: table for table in json.loads(answer.getvalue())["tables"]}
        for paper in self.papers:
            hands = [row for row in rows_of(tables[paper.sheet.name]) if row.get("hand")]
            told = [
                Counted(
                    row["dealer"],
                    bool(row["doubled"]),
                    {name: row[name] for name in paper.people if row[name] is not None},
                )
                for row in hands
            ]
            if told != paper.hands:
                yield f"{paper.sheet.name}: the book has {told}, and the paper {paper.hands}"

    def _misread_evening(self) -> Iterator[str]:
        """Read who has what, and who pays whom: everybody gets what is theirs, to within a cent."""
        page = html_at(self.house.client("Emil", "en"), self.evening.get_absolute_url())
        pays = text_of(page.partition('id="payments"')[2].partition("</ul>")[0])
        has = {name: (points, money) for name, points, money in BALANCE.findall(page)}
        due: Counter[str] = Counter()
        for name, points in self.won().items():
            if name not in has:
                if points:
                    yield f"{name} is not on the page of the evening"
                continue
            shown, money = has[name]
            cents = round(100 * float(money.replace("−", "-").replace("€", "")))
            if shown != noted(points) or abs(cents - points * CENTS) >= 1:
                yield f"{name} has {shown} for {cents} cents, and has won {points}"
            due[name] += cents
        for payer, payee, euros in re.findall(r"(\w+) → pays (\w+).*?€(\d+\.\d\d)", pays):
            due[payer] += round(100 * float(euros))
            due[payee] -= round(100 * float(euros))
        if any(due.values()):
            yield f"after all payments {due} is left"

    def _misread_season(self) -> Iterator[str]:
        """Read what the evening has brought to the season, and how many hands the statistics have."""
        address, emil = f"/clubs/{self.house.club.slug}/season/", self.house.client("Emil", "en")
        page = html_at(emil, f"{address}?period=all&guests=on")
        rows = [*shown(page), *shown(page.partition("<h2>Guests")[2])]
        there = {name: (points, int(hands)) for _rank, name, points, *_further, hands in rows}
        played = Counter(chain(*(hand.amounts for paper in self.papers for hand in paper.hands)))
        wanted = {name: (noted(self.won()[name]), hands) for name, hands in played.items()}
        if there != wanted:
            yield f"the season has {there}, and the papers {wanted}"
        hands = sum(len(paper.hands) for paper in self.papers)
        if hands and f" {hands} hand" not in text_at(emil, f"{address}statistics/?period=all"):
            yield f"the statistics do not say that {hands} hands were played"


def rows_of(table: Record) -> Iterator[Record]:
    """Yield the rows of a table in a file, amounts under the names of the players."""
    keys = [
        column["title"] if column["key"].startswith("amount") else column["key"]
        for column in table["columns"]
    ]
    for row in table["rows"]:
        yield {key: amount_in(value) for key, value in zip(keys, row, strict=True)}


def amount_in(value: Any) -> Any:
    return Fraction(value) if isinstance(value, str) and re.fullmatch(r"-?\d+(/\d+)?", value) else value


def noted(points: Fraction) -> str:
    """Return an amount as pages write it."""
    whole, part = divmod(abs(points), 1)
    sign = "−" if points < 0 else "+" if points else ""
    return f"{sign}{whole or '' if part else whole}{PARTS[part]}"
