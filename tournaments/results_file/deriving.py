"""Derive everything from the facts of an event in a results file, and find impossible facts.

It needs neither a database nor Django, and goes by the engines of the program.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple

from scoring.engine import facts
from scoring.engine.loading import SheetError, rules_from
from scoring.engine.money import settle_up
from scoring.engine.pagatkassa import pagatkassa
from scoring.engine.problems import IllegalHand, Problem, option_problems
from scoring.engine.record import to_dict
from scoring.engine.record.stored import OTHER_RULES, PEOPLE, read_stored
from scoring.engine.result import Amount, exact
from scoring.engine.rules import PagatkassaTerms, Rules
from scoring.engine.sheet import seating_problems
from scoring.engine.table import Table
from scoring.engine.texts import Text
from scoring.heads import announced
from scoring.rules import data_of
from scoring.rules.importing import house_sheet
from tournaments.engine import adjusting
from tournaments.engine.capital import Payouts
from tournaments.engine.clock import Addition, Clock, Stop, bell, uses_the_right
from tournaments.engine.event_outcomes import AtTable, OutcomesOfEvent, outcomes_in, outcomes_of_evening
from tournaments.engine.meetings import RoundSeating
from tournaments.engine.played import (
    OF_RANK,
    PlayedRound,
    PlayerResult,
    RankedRound,
    RankedTournament,
    Ranking,
    at_table,
    lines_as_json,
    lines_of_hands,
    problems_with_result,
    results_from,
    sections_among,
    with_averages,
)
from tournaments.engine.seating import PROCEDURE, Drawn, Method, draw, draw_all
from tournaments.engine.sections import drawn_within
from tournaments.engine.sizes import Unseatable
from tournaments.engine.terms import CUP, Terms, problems_with_terms, terms_from
from tournaments.engine.wishes import SeatWish
from tournaments.results_file.derivation import Claim, Derivation, FileRemark, Impossible, Item, is_same
from tournaments.results_file.deriving_series import EventsBeside, by_name
from tournaments.results_file.reading import WORDS, Document, JsonPath, sentence

EVENING = "evening"
STRUCK, RENONCE = "struck", "renonce"  # rulings that show in the hand
FROM_PAPER = "table.sums (typed)"  # what is taken over of such a table
WITHOUT_SEED = "table.seats (without a seed)"
WHOLE_SHARE = 10_000  # hundredths of a percent
NOT_REPEATED = ("by_hand", "wishes", "reseated")  # draws that no seed gives again

TableLines = Mapping[str, PlayerResult]  # what everybody at a table comes to


class RoundInFile(NamedTuple):
    """A round of the file, as what is ranked knows one."""

    pk: int
    number: int


class LotInFile(NamedTuple):
    """A lot of the file: its subject, its round, its order."""

    about: str
    round_id: int | None
    order: Sequence[str]


class EventDerivation(Derivation):
    """Derives a tournament or an evening, from its rules to its places."""

    terms: Terms = CUP  # an evening's sums are those of any table

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self.is_evening = document["kind"] == EVENING
        self.rules: dict[str, Rules] = {}
        self.tables: list[dict[str, AtTable]] = []  # what was worked out at each
        self.is_played = True  # every hand was possible
        self.whole: RankedTournament | None = None  # all rounds, where there is nothing that cannot be ranked

    def derived(self) -> Iterator[Item]:
        """Yield every claim as it follows, and what cannot be."""
        document, rounds = self.document, self.document["rounds"]
        yield from self._rules()
        yield from self.problems_with_people()
        numbers, expected = [each["number"] for each in rounds], list(range(1, len(rounds) + 1))
        if numbers != expected:
            yield Impossible(("rounds",), "numbered", {"expected": expected, "found": numbers})
        if "terms" in document:
            self.terms = terms_from(document["terms"])
            yield from self._changes(document["terms"])
        elif not self.is_evening:
            yield Impossible((), "no_terms")
            return
        if problems := problems_with_terms(self.terms):
            for problem in problems:
                yield Impossible(("terms",), "terms_unworkable", {"field": problem.field})
            return
        lots = document.get("lots", ())
        yield from self.lots(lots)
        orders = [LotInFile(lot["about"], lot.get("round"), lot["order"]) for lot in lots]
        whole = RankedTournament(self.terms, self.people, orders, ())
        sections, ranked = sections_among(self.people, self.terms), list[RankedRound]()
        for position, round_ in enumerate(rounds):
            key = RoundInFile(round_["number"], round_["number"])
            tables = yield from self._round(("rounds", position), round_)
            is_interim, of_rank = round_.get("state") == "running", whole.lots_of(OF_RANK, key)
            ranked.append(RankedRound(key, is_interim, self.terms, of_rank, tuple(tables), sections))
        yield from self._draws(rounds)
        yield from self._prizes(numbers)
        yield from self._settling()
        if self.is_evening:
            return
        yield from self._as_agreed()
        if self.strangers:
            return
        ranked = list(with_averages(ranked, self.terms))
        for position, (round_, played) in enumerate(zip(rounds, ranked, strict=True)):
            at = ("rounds", position)
            if played.missing or "missing" in round_:
                yield Claim((*at, "missing"), list(played.missing))
            yield _standings(at, played)
        self.whole = RankedTournament(self.terms, self.people, orders, tuple(ranked))
        yield _standings((), self.whole)

    def outcomes(self) -> tuple[OutcomesOfEvent, OutcomesOfEvent]:
        """Return everybody's outcome; also within sections that are ranked together."""
        if self.whole is None:
            played = [{who: line for who, line in at.items() if line.hands} for at in self.tables]
            return outcomes_of_evening(played), {}
        people = {player: player for player in self.people}
        in_sections = self.whole.sections and self.terms.together
        return (
            outcomes_in(self.whole, people),
            outcomes_in(self.whole, people, in_section=True) if in_sections else {},
        )

    def add_to(self, events_elsewhere: EventsBeside) -> None:
        """Add everybody's outcome to those of other events, by title and day and by id."""
        event = self.document["event"]
        if self.whole is None and not self.is_evening:
            return
        named_outcomes = [by_name(outcomes, self.names) for outcomes in self.outcomes() if outcomes]
        if self.whole is not None:
            events_elsewhere.setdefault((event.get("title", ""), event["date"]), []).extend(named_outcomes)
        if "id" in event:
            events_elsewhere.setdefault((event["id"], ""), []).extend(named_outcomes)

    def further_in_words(self, is_wrong: bool) -> Iterator[Text]:
        if self.whole is not None and (missing := self.whole.missing_in(None)):
            tables = Text.joined(
                (
                    sentence("missing_of_round", round=number, tables=_listed(of))
                    for number, of in missing.items()
                ),
                "; ",
            )
            yield sentence("provisional", count=sum(map(len, missing.values())), tables=tables)
        if self.not_repeated and not is_wrong:
            yield sentence("not_repeated", draws=_listed(self.not_repeated))

    def ranked_people(self) -> Iterator[list[tuple[int, str]]]:
        parts = () if self.whole is None else self.whole.parts
        for part in parts:
            yield [(place.rank, place.player) for place in part.standings.places]

    # rules, terms, prizes, money

    def _rules(self) -> Iterator[Item]:
        for digest, sheet in self.document["rules"].items():
            if digest_of(sheet["text"]) != digest:
                yield Impossible(("rules", digest), "digest")
                continue
            try:
                self.rules[digest] = rules_of_text(sheet["slug"], sheet["text"])
            except SheetError as error:
                why = Text(error.problems[0].de, error.problems[0].en)
                yield Impossible(("rules", digest), "rules_unreadable", {"why": why})

    def _changes(self, terms: Document) -> Iterator[Item]:
        """Yield gaps between changes of terms, and between the last one and the current terms."""
        became: dict[str, Any] = {}
        for number, change in enumerate(self.document.get("changes", ())):
            term, was = change["term"], change["was"]
            if term not in terms:
                yield Impossible(("changes", number), "unknown_key", {"key": term})
            elif not is_same(became.get(term, was), was):
                yield Impossible(("changes", number), "change_before", {"field": term})
            became[term] = change["is"]
        for term, value in became.items():
            if term in terms and not is_same(value, terms[term]):
                yield Impossible(("changes",), "change_now", {"field": term})

    def _prizes(self, numbers: Sequence[int]) -> Iterator[Item]:
        had, shares = set[tuple[int | None, int, str]](), Counter[int | None]()
        for position, prize in enumerate(self.document.get("prizes", ())):
            at, of = ("prizes", position), prize.get("round")
            if (player := prize.get("player")) is not None:
                yield from self.unknown(at, [player])
                if player in self.people and self.people[player].house:
                    yield Impossible(at, "prize_of_house", {"name": player})
                if (of, prize["position"], player) in had:
                    yield Impossible(at, "prize_twice", {"name": player})
                had.add((of, prize["position"], player))
            shares[of] += prize.get("share", 0)
            if of not in (None, *numbers):
                yield Impossible(at, "no_round", {"round": of})
        tables = {round_["number"]: len(round_["tables"]) for round_ in self.document["rounds"]}
        for number, share in shares.items():
            # each table or section may share out what its own people paid
            most = WHOLE_SHARE * max(1, len(self.terms.sections), tables.get(number or 0, 1))
            if share > most:
                percents = {"found": Fraction(share, 100), "most": Fraction(most, 100)}
                yield Impossible(("prizes",), "shares", percents)

    def _settling(self) -> Iterator[Item]:
        """Yield everybody's final balance; any list of payments that leads to it is right."""
        settling = self.document.get("settling")
        if settling is None or not self.is_played:
            return
        kassa: dict[str, Amount] = {}
        for table in self.tables:
            for player, line in table.items():
                kassa[player] = exact(kassa.get(player, 0) + Fraction(line.kassa))
        cents = settle_up(kassa, settling["cents_per_point"], seed=settling["seed"]).cents
        yield Claim(("settling", "cents"), cents)
        if "payments" not in settling:
            yield Claim(("settling", "payments"), [])
            return
        comes_to = Counter[str]()
        for payment in settling["payments"]:
            comes_to[payment["payee"]] += payment["cents"]
            comes_to[payment["payer"]] -= payment["cents"]
        if +comes_to != +Counter(cents) or -comes_to != -Counter(cents):
            yield Impossible(("settling", "payments"), "payments")

    def _as_agreed(self) -> Iterator[Item]:
        """Remark where other rounds or hands were played than agreed."""
        rounds = self.document["rounds"]
        if self.document["event"].get("finished") and len(rounds) != self.terms.rounds:
            numbers = {"expected": self.terms.rounds, "found": len(rounds)}
            yield FileRemark(("rounds",), "rounds_agreed", numbers)
        for position, round_ in enumerate(rounds):
            for number, table in enumerate(round_["tables"]):
                hands = sum("games" in item["record"] for item in table["hands"])
                agreed = self.terms.hands_at(len(table["seats"]))
                is_closed = round_.get("state") != "running" and not table.get("typed")
                if hands and agreed is not None and hands != agreed and is_closed:
                    at = ("rounds", position, "tables", number)
                    yield FileRemark(at, "hands_agreed", {"expected": agreed, "found": hands})

    # tables

    def _round(self, at: JsonPath, round_: Document) -> Generator[Item, None, list[tuple[PlayedRound, ...]]]:
        tables, number, played = round_["tables"], round_["number"], []
        clock = round_.get("clock") or {}
        yield from _not_before((*at, "clock", "end"), clock.get("begin"), clock.get("end"))
        for position, pause in enumerate(clock.get("pauses", ())):
            yield from _not_before((*at, "clock", "pauses", position), *pause)
        for table_number, times in Counter(table["number"] for table in tables).items():
            if times > 1:
                yield Impossible(at, "table_twice", {"number": table_number})
        seated = Counter(
            seat for table in tables for seat in dict.fromkeys((*table["seats"], *table.get("joined", ())))
        )
        for player, times in seated.items():
            if times > 1 and not self.is_evening:
                yield Impossible(at, "seated_twice", {"name": player})
            if number not in self.registered.get(player, (number,)):
                yield Impossible(at, "not_registered", {"name": player})
        for position, table in enumerate(tables):
            inner_path = (*at, "tables", position)
            left = {leaving["player"]: leaving["ranked"] for leaving in table.get("left", ())}
            yield from self.unknown(inner_path, (*table["seats"], *table.get("joined", ()), *left))
            lines = yield from self._table(inner_path, round_, table)
            yield from self._after_bell(inner_path, round_, table)
            yield from _ruled(inner_path, table)
            yield from _adjusted(inner_path, table, lines)
            rulings = [
                (ruling.get("player", adjusting.EVERYBODY), adjusting.adjustment_from(ruling))
                for ruling in table.get("adjustments", ())
            ]
            how = {
                "totals_only": table.get("typed", False),
                # only in a round still played is it asked who plays on paper, and there the file names them
                "on_paper": table["number"] in round_.get("missing", ()),
                "running": round_.get("state") == "running",
            }
            in_force = adjusting.in_force(rulings)
            played.append(at_table(table["number"], lines, self.terms, self.people, left, in_force, **how))
        return played

    def _table(self, at: JsonPath, round_: Document, table: Document) -> Generator[Item, None, TableLines]:
        """Yield and return the sums of a table; where hands cannot be derived, the file's sums."""
        claimed = table.get("sums", {})
        claimed_lines = results_from({player: {"hands": 0, **line} for player, line in claimed.items()})
        played = yield from self._hands(at, table)
        if played is None:
            self.is_played = False
            return claimed_lines
        lines, rules = played
        if table.get("typed"):
            self.taken.append(FROM_PAPER)
            on_paper = {player: line.paper for player, line in claimed_lines.items()}
            for problem in problems_with_result(self.terms, on_paper, rules.step):
                named = {"name": problem.player, "amount": problem.amount}
                yield Impossible(at, f"paper_{problem.fault}", named)
            return claimed_lines
        self.tables.append(
            {
                player: AtTable(Fraction(line.kassa), Fraction(line.schrift), line.hands or 0)
                for player, line in lines.items()
            }
        )
        yield Claim((*at, "sums"), lines_as_json(lines), is_expected=round_.get("state") != "running")
        return lines

    def _hands(
        self, at: JsonPath, table: Document
    ) -> Generator[Item, None, tuple[dict[str, PlayerResult], Rules] | None]:
        """Yield each hand's amounts; return the totals, or None at an impossible hand."""
        sheet = self.rules.get(table["rules"])
        if sheet is None:
            if table["rules"] not in self.document["rules"]:
                yield Impossible(at, "no_rules")
            return None
        seats, options = tuple(table["seats"]), table.get("options", {})
        problems = (*option_problems(options, sheet), *seating_problems(seats, table["dealer"]))
        if problems:
            yield Impossible(at, "problem", {"told": problems})
            return None
        played, hands = Table(sheet.under(options), seats, table["dealer"]), list[Payouts]()
        for number, item in enumerate(table["hands"], 1):
            inner_path, record = (*at, "hands", number - 1), item["record"]
            try:
                if record.get("event") == OTHER_RULES:
                    sheet, options = self.rules.get(record.get("rules", "")), record.get("options", {})
                    if sheet is None:
                        yield Impossible(inner_path, "no_rules")
                        return None
                    entry: facts.Entry = facts.OtherRules(number, record["rules"], options)
                    _demand(option_problems(options, sheet))
                    played.sheet = sheet.under(options)
                elif record.get("event") == PEOPLE and "people" not in record:
                    raise IllegalHand((Problem("key_missing", "people", {"key": "people"}),))
                else:
                    entry = read_stored(record, played.sheet)
                row = played.push(entry)
            except IllegalHand as illegal:
                yield Impossible(inner_path, "problem", {"told": illegal.problems})
                return None
            if row is not None:
                yield Claim((*inner_path, "settled"), to_dict(row, played.sheet))
                if row.settlement is not None and row.number is not None:
                    hands.append(Payouts(row.number, row.settlement.payouts))
            elif item.get("settled"):
                yield Impossible((*inner_path, "settled"), "settled_nothing")
        yield from _order_of_time(at, table)
        if "pagatkassa" in table:
            sheet_facts = facts.SheetFacts(seats, table["dealer"], played.entries)
            yield from _pot((*at, "pagatkassa"), table["pagatkassa"], sheet_facts)
        everybody = [*seats, *(player for player in played.totals if player not in seats)]
        yield from self.unknown(at, everybody)
        return lines_of_hands(self.terms, everybody, hands, played.position.schrift_totals), played.sheet

    def _after_bell(self, at: JsonPath, round_: Document, table: Document) -> Iterator[Item]:
        """Yield more hands after the bell than allowed; skip tables on paper or typed in."""
        clock_part = round_.get("clock")
        if clock_part is None or table.get("on_paper") or table.get("typed"):
            return
        clock = _clock(clock_part, table, gives_back=self.terms.gives_back)
        hands = [hand for hand in table["hands"] if uses_the_right(hand["record"])]
        times = [_moment(hand["at"]) for hand in hands if "at" in hand]
        rings = bell(clock, max([*times, clock.ended or clock.started or times[0]])) if times else None
        if rings is None or (clock.ended is not None and rings >= clock.ended):
            return
        hands_after, allowed = sum(at >= rings for at in times), table.get("after_bell", 0)
        if hands_after > allowed:
            named = {"bell": f"{rings:%H:%M:%S}", "expected": allowed, "found": hands_after}
            yield Impossible(at, "after_bell", named)

    # draws

    def _draws(self, rounds: Sequence[Document]) -> Iterator[Item]:
        past: list[RoundSeating] = []
        for position, round_ in enumerate(rounds):
            if (draw_part := round_.get("draw")) is not None:
                at = ("rounds", position, "draw")
                for changed in draw_part.get("changed", ()):
                    yield from self.unknown(at, changed.get("players", ()))
                if draw_part.get("seed"):
                    yield from self._draw(at, round_, draw_part, past)
                else:
                    self.taken.append(WITHOUT_SEED)
            past.append(_with_whoever_joined(round_))

    def _draw(
        self, at: JsonPath, round_: Document, draw_part: Document, past: Sequence[RoundSeating]
    ) -> Iterator[Item]:
        seatings = [tuple(table["seats"]) for table in round_["tables"]]
        people = [seat for seats in seatings for seat in seats]
        # of the letters that were announced, older files have the first ten
        letters, claim = (
            announced(draw_part["seed"], draw_part.get("people", people)),
            draw_part.get("letters"),
        )
        if claim is not None and claim not in (letters, letters[:11]):
            is_wrong = "people" in draw_part or not draw_part.get("changed")
            named = {"seed": draw_part["seed"], "expected": letters, "found": claim}
            yield (Impossible if is_wrong else FileRemark)((*at, "letters"), "draw_letters", named)
        is_other = draw_part.get("procedure", PROCEDURE) != PROCEDURE
        by_ranking = draw_part["method"] == Method.BY_STANDING and "standing" not in draw_part
        if is_other or by_ranking or any(draw_part.get(key) for key in NOT_REPEATED):
            self.not_repeated.append(round_["number"])
            return
        if len(set(people)) < len(people):
            return  # who has two seats was told
        try:
            expected = drawn_again(round_["number"], draw_part, seatings, past).seating.tables
        except Unseatable:
            yield Impossible(at, "cannot_draw")
            return
        for table, (drawn, seats) in enumerate(zip(expected, seatings, strict=False), 1):
            if tuple(drawn) != seats:
                named = {"seed": draw_part["seed"], "table": table, "drawn": drawn, "seats": seats}
                yield Impossible(at, "seats", named)
                return


def _standings(at: JsonPath, ranked: RankedRound | RankedTournament) -> Claim:
    """Return the places of a round or overall; a running one need not claim any."""
    expected = standings_document(ranked.parts)
    return Claim((*at, "standings"), expected, is_expected=bool(expected) and not ranked.is_interim)


def _not_before(at: JsonPath, since: str | None, until: str | None) -> Iterator[Item]:
    """Yield facts that end before they begin."""
    if since is not None and until is not None and _moment(until) < _moment(since):
        yield Impossible(at, "ends_before")


def _demand(problems: Sequence[Problem]) -> None:
    if problems:
        raise IllegalHand(tuple(problems))


def _order_of_time(at: JsonPath, table: Document) -> Iterator[Item]:
    """Remark the first entry whose time is earlier than that of the entry before it."""
    latest: datetime | None = None
    for number, item in enumerate(table["hands"]):
        moment = _until(item.get("at"))
        if moment is not None and latest is not None and moment < latest:
            yield FileRemark((*at, "hands", number, "at"), "goes_back")
            return
        latest = moment or latest


def _pot(at: JsonPath, claimed: Document, sheet: facts.SheetFacts) -> Iterator[Item]:
    """Yield the amount in a table's pot, and everybody's payments from and into it."""
    agreed = {field.name: claimed[field.name] for field in fields(PagatkassaTerms) if field.name in claimed}
    pot = pagatkassa(sheet, PagatkassaTerms(**agreed))
    yield Claim((*at, "balances"), pot.balances)
    yield Claim((*at, "pot"), pot.left.cents)


def _ruled(at: JsonPath, table: Document) -> Iterator[Item]:
    """Yield hands that differ from their ruling, and calls that end before they begin."""
    calls, count = table.get("calls", ()), len(table["hands"])
    for number, call in enumerate(calls):
        yield from _not_before((*at, "calls", number), call["at"], call.get("until"))
    rulings = [ruling for call in calls for ruling in call.get("rulings", ()) if "entry" in ruling]
    rulings.sort(key=lambda ruling: _moment(ruling["at"]))
    for entry, finding in {ruling["entry"]: ruling["finding"] for ruling in rulings}.items():
        if entry > count:
            yield Impossible((*at, "calls"), "ruled_nothing", {"entry": entry, "count": count})
            continue
        record = table["hands"][entry - 1]["record"]
        is_so = {STRUCK: record.get("void") == STRUCK, RENONCE: "revoke" in record}
        if not is_so.get(finding, True):
            yield Impossible((*at, "calls"), f"ruled_{finding}", {"entry": entry})


def _adjusted(at: JsonPath, table: Document, lines: TableLines) -> Iterator[Item]:
    """Yield impossible rulings on the results of a table."""
    for number, ruling in enumerate(table.get("adjustments", ())):
        inner_path, player, kind = (*at, "adjustments", number), ruling.get("player"), ruling["kind"]
        if player and player not in lines:
            yield Impossible(inner_path, "adjustment_stranger", {"name": player})
        if player and kind in adjusting.OF_A_TABLE:
            yield Impossible(inner_path, "adjustment_of_table", {"kind": WORDS[f"ruled_{kind}"]})
        if (kind == adjusting.AdjustmentKind.POINTS) != ("points" in ruling):
            yield Impossible(inner_path, "adjustment_points")


@lru_cache(maxsize=20)
def rules_of_text(slug: str, text: str) -> Rules:
    """Return the rules of a text, which extends no other sheet, or raise SheetError."""
    house_sheet(text)
    return rules_from(data_of(text), slug)


def standings_document(rankings: Iterable[Ranking]) -> list[Document]:
    """Return standings as they stand in a file."""
    return [
        {
            **({} if ranking.table is None else {"table": ranking.table}),
            **({"section": ranking.section} if ranking.section else {}),
            "places": [
                {"player": place.player, "rank": place.rank}
                | ({} if place.decided is None else {"decided": place.decided})
                for place in ranking.standings.places
            ],
            **({"apart": dict(ranking.standings.unranked)} if ranking.standings.unranked else {}),
        }
        for ranking in rankings
    ]


def drawn_again(
    number: int, draw_part: Document, seatings: Sequence[Sequence[str]], past: Sequence[RoundSeating]
) -> Drawn:
    """Return the draw of a round from its seed, for the same people."""
    method, ranking = Method(draw_part["method"]), draw_part.get("standing", ())
    first, last = draw_part.get("rounds", (number, number))

    def of_group(people: Sequence[str], seed: str, wishes: Sequence[SeatWish]) -> Sequence[Drawn]:
        if "rounds" not in draw_part:
            return [draw(people, seed=seed, method=method, past=past, ranking=ranking)]
        return draw_all(people, last - first + 1, seed=seed, past=past[: first - 1])

    drawn: Sequence[Drawn]
    people = [seat for seats in seatings for seat in seats]
    sections = draw_part.get("sections")
    if not sections or len(sections) != len(seatings):
        drawn = of_group(people, draw_part["seed"], ())
    else:
        pairs = list(zip(sections, seatings, strict=True))
        groups = [
            sorted(seat for section, seats in pairs if section == number for seat in seats)
            for number in dict.fromkeys(sections)
        ]
        drawn = drawn_within(groups, seed=draw_part["seed"], past=past, wishes=(), draw_group=of_group)
    drawn_again: Drawn = drawn[number - first]
    return drawn_again


def _with_whoever_joined(round_: Document) -> RoundSeating:
    """Return the seating of a round with people who joined, everybody once."""
    tables = round_["tables"]
    seated = set[str]()
    seats = [_new(table["seats"], seated) for table in tables]
    late = [_new(table.get("joined", ()), seated) for table in tables]
    return RoundSeating(tuple((*first, *joined) for first, joined in zip(seats, late, strict=True)))


def _new(players: Iterable[str], seated: set[str]) -> list[str]:
    """Return the players not in `seated`, and add them to it."""
    newcomers = [player for player in dict.fromkeys(players) if player not in seated]
    seated.update(newcomers)
    return newcomers


def _clock(clock_part: Document, table: Document, *, gives_back: bool) -> Clock:
    return Clock(
        minutes=clock_part.get("minutes"),
        started=_moment(clock_part["begin"]),
        rung=_until(clock_part.get("rung")),
        ended=_until(clock_part.get("end")),
        pauses=tuple(
            Stop(_moment(since), _until(until)) for since, until in clock_part.get("pauses", ()) if since
        ),
        calls=tuple(Stop(_moment(call["at"]), _until(call.get("until"))) for call in table.get("calls", ())),
        additions=tuple(
            Addition(_moment(added["at"]), added["seconds"])
            for added in clock_part.get("added", ())
            if added.get("table", table["number"]) == table["number"]
        ),
        gives_back=gives_back,
    )


def digest_of(text: str) -> str:
    """Return the checksum of a rule sheet, which stands before its text in files."""
    return sha256(text.encode()).hexdigest()


def _moment(time: str) -> datetime:
    return datetime.fromisoformat(time)


def _until(time: str | None) -> datetime | None:
    return None if time is None else _moment(time)


def _listed(values: Iterable[object]) -> str:
    return ", ".join(map(str, values))
