"""The checker: everything a file of results claims, worked out again from what it says happened.

It needs neither a database nor Django, and goes by the engines of the program. What follows from the facts
is compared with the claim at its place, and every difference is a sentence; `filled` puts it there instead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from typing import IO, Any, NamedTuple

from scoring.engine import facts
from scoring.engine.answers import row_answer
from scoring.engine.explaining import problems_in_words
from scoring.engine.loading import Mistake, mistake_in_words, rules_from
from scoring.engine.money import settle_up
from scoring.engine.pagatkassa import pagatkassa
from scoring.engine.problems import IllegalHand, Problem, option_problems
from scoring.engine.record.stored import OTHER_RULES, PEOPLE, read_stored
from scoring.engine.result import Amount, exact
from scoring.engine.rules import PagatkassaTerms, Rules
from scoring.engine.sheet import DerivedRow, Fact, first_position, problems_with_entry, seating_problems, step
from scoring.engine.texts import Text
from scoring.engine.words import LANGUAGES
from scoring.heads import announced
from scoring.rules import data_of
from scoring.rules.importing import imported
from tournaments.engine import adjusting
from tournaments.engine.capital import Payouts
from tournaments.engine.clock import Addition, Clock, Stop, bell, uses_the_right
from tournaments.engine.criteria import CRITERIA
from tournaments.engine.event_outcomes import (
    IN_SECTIONS,
    WHOLE,
    AtTable,
    OutcomesOfEvent,
    outcome_as_text,
    outcomes_of_evening,
    parts_of,
)
from tournaments.engine.meetings import RoundSeating
from tournaments.engine.played import (
    OF_RANK,
    PlayedRound,
    PlayerResult,
    RankedRound,
    RankedTournament,
    Ranking,
    at_table,
    lines_of_hands,
    paper_line,
    problems_with_result,
    sections_among,
    with_averages,
)
from tournaments.engine.seating import PROCEDURE, Drawn, Method, draw, draw_all
from tournaments.engine.sections import drawn_within
from tournaments.engine.sizes import Unseatable
from tournaments.engine.terms import CUP, Terms, problems_with_terms, terms_from
from tournaments.engine.wishes import SeatWish
from tournaments.results_file.checking_series import EventsBeside, SeriesChecker, by_name
from tournaments.results_file.findings import NOBODY_SAYS, Findings, is_same
from tournaments.results_file.reading import (
    WORDS,
    Document,
    NoResultsFile,
    pointer_to,
    read,
    sentence,
)
from tournaments.results_file.verdict import FIRST, GOOD, FileVerdict, verdict_of

EVENING, SERIES, YEAR = "evening", "series", "year"
STRUCK, RENONCE = "struck", "renonce"  # rulings that show in the hand
FROM_PAPER = "table.sums (typed)"  # what is taken over of such a table
WITHOUT_SEED = "table.seats (without a seed)"
WHOLE_SHARE = 10_000  # hundredths of a percent
NOT_REPEATED = ("by_hand", "wishes", "reseated")  # draws that no seed gives again
SAME_IN_SCHRIFT = {"schrift": "payouts", "schrift_totals": "totals"}  # may be left out


def checked(content: bytes) -> FileVerdict:
    """Return everything that is wrong with a file, whatever it holds."""
    return verdict_of(examined(content))


def verdict_on(file: IO[bytes]) -> Document:
    """Return the verdict on a file as plain values, for callers that read files in a separate process."""
    return _verdict_document(verdict_of(examined(file.read())))


def _verdict_document(verdict: FileVerdict) -> Document:
    heading = verdict.heading
    return {
        "status": verdict.status,
        "told": {language: verdict.in_words(language) for language in LANGUAGES},
        "notes": {language: verdict.notes_in_words(language) for language in LANGUAGES},
        "heading": {
            language: "" if heading is None else heading.in_language(language) for language in LANGUAGES
        },
    }


def event_in(file: IO[bytes]) -> Document:
    """Return what came of a file likewise, and what everybody came to in a right one of an event."""
    checker = examined(file.read())
    answer = _verdict_document(verdict_of(checker))
    if isinstance(checker, Checker) and answer["status"] == GOOD:
        outcomes, in_sections = checker.outcomes()
        answer["event"] = checker.document["event"]
        answer["results"] = [
            {
                "name": checker.names[player],
                "place": None if outcome.place is None else outcome.place.rank,
                "points": str(outcome.schrift),
                "outcome": outcome_as_text(outcome, in_sections.get(player)),
            }
            for player, outcome in outcomes.items()
            if not outcome.missing
        ]
    return answer


def examined(content: bytes) -> Checker | SeriesChecker | NoResultsFile:
    """Return what was found in a file, or why it is none."""
    try:
        document, skipped = read(content)
    except NoResultsFile as refused:
        return refused
    is_series = document["kind"] in (SERIES, YEAR)
    checker: Checker | SeriesChecker = SeriesChecker(document) if is_series else Checker(document)
    checker.skipped = skipped
    checker.work_out()
    return checker


def filled(document: Document) -> Document:
    """Return a tournament's facts with what follows from them; raise ValueError where they are impossible."""
    checker = Checker(document, filling=True)
    checker.work_out()
    if checker.findings:
        raise ValueError("\n".join(text.en for text in checker.sentences))
    return document


class RoundInFile(NamedTuple):
    """A round of the file, as what is ranked knows one."""

    pk: int
    number: int


class LotInFile(NamedTuple):
    """A lot of the file, likewise."""

    about: str
    round_id: int | None
    order: Sequence[str]


@dataclass
class Checker(Findings):
    """Goes through a document, from its rules to its lots."""

    filling: bool = False  # of a tournament: what follows is put into the document
    rules: dict[str, Rules] = field(default_factory=dict)
    tables: list[dict[str, AtTable]] = field(default_factory=list)  # what was worked out at each
    whole: RankedTournament | None = None  # with all rounds, where there is nothing that cannot be ranked

    def work_out(self) -> None:
        """Compare everything, or fill it in."""
        self._rules()
        self.check_people()
        rounds = self.document["rounds"]
        numbers = [round_["number"] for round_ in rounds]
        self.pointer = "/rounds"
        if numbers != list(range(1, len(rounds) + 1)):
            self.tell(
                WORDS["file"], "numbered", expected=_listed(range(1, len(rounds) + 1)), found=_listed(numbers)
            )
        terms = self._terms()
        if terms is None:
            return
        self.terms = terms
        sections = sections_among(self.people, terms)
        whole = RankedTournament(terms, self.people, self._lots(), ())
        ranked = []
        for position, round_ in enumerate(rounds):
            key = RoundInFile(round_["number"], round_["number"])
            is_interim = round_.get("state") == "running"
            tables = tuple(self._round(position, round_))
            lots = whole.lots_of(OF_RANK, key)
            ranked.append(RankedRound(key, is_interim, terms, lots, tables, sections))
        self._draws(rounds)
        self._prizes(numbers)
        if not self.filling and self.document["kind"] != EVENING:
            self._as_agreed()
        self._settling()
        ranked = list(with_averages(ranked, terms))
        if self.document["kind"] != EVENING and not self.strangers:
            for round_, played in zip(rounds, ranked, strict=True):
                self._standings(played, round_)
            self.whole = RankedTournament(terms, self.people, whole.lots, tuple(ranked))
            self._standings(self.whole)

    def outcomes(self) -> tuple[OutcomesOfEvent, OutcomesOfEvent]:
        """Return what everybody came to, and with places in their section where all are ranked together."""
        if self.whole is None:
            played = [{who: line for who, line in at.items() if line.hands} for at in self.tables]
            return outcomes_of_evening(played), {}
        parts = parts_of(self.whole, {player: player for player in self.people})
        return parts[WHOLE], parts.get(IN_SECTIONS + WHOLE, {})

    def add_to(self, events_elsewhere: EventsBeside) -> None:
        """Add what everybody came to to the events that lie beside one another."""
        event = self.document["event"]
        if self.whole is None and self.document["kind"] != EVENING:
            return
        named_outcomes = [by_name(outcomes, self.names) for outcomes in self.outcomes() if outcomes]
        if self.whole is not None:
            events_elsewhere.setdefault((event.get("title", ""), event["date"]), []).extend(named_outcomes)
        if "id" in event:
            events_elsewhere.setdefault((event["id"], ""), []).extend(named_outcomes)

    # what is told in the end

    def good_in_words(self, letters: str) -> Text:
        document = self.document
        tables = [table for round_ in document["rounds"] for table in round_["tables"]]
        counts = {
            "people": len(document["people"]),
            "rounds": len(document["rounds"]),
            "tables": len(tables),
            "hands": sum("games" in hand["record"] for table in tables for hand in table["hands"]),
        }
        return sentence("good", letters=letters, **counts)

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

    def first_places(self) -> Iterator[list[tuple[int, str]]]:
        parts = () if self.whole is None else self.whole.parts
        for part in parts:
            yield [(place.rank, place.player) for place in part.standings.places if place.rank <= FIRST]

    # rules, people, terms, lots

    def _rules(self) -> None:
        for digest, sheet in self.document["rules"].items():
            location = sentence("rules", slug=sheet["slug"])
            self.pointer = pointer_to("rules", digest)
            text = sheet["text"]
            if digest_of(text) != digest:
                self.tell(location, "digest")
                continue
            rules, mistakes = rules_of_text(sheet["slug"], text)
            if rules is None:
                why = Text(*(mistake_in_words(mistakes[0], language) for language in ("de", "en")))
                self.tell(location, "rules_unreadable", why=why)
            else:
                self.rules[digest] = rules

    def _terms(self) -> Terms | None:
        stored = self.document.get("terms")
        self.pointer = "/terms"
        if stored is None:
            if self.document["kind"] == EVENING:
                return CUP  # whose sums are those of any table
            self.tell(WORDS["file"], "no_terms")
            return None
        terms = terms_from(stored)
        for problem in problems_with_terms(terms):
            self.tell(WORDS["terms"], "terms_unworkable", field=problem.field)
        self._changes(stored)
        return None if problems_with_terms(terms) else terms

    def _lots(self) -> list[LotInFile]:
        lots = self.document.get("lots", ())
        self.demand_lots(lots)
        return [LotInFile(lot["about"], lot.get("round"), lot["order"]) for lot in lots]

    def _changes(self, terms: Document) -> None:
        """Tell where changes of the terms do not lead from one to the next, and to what holds now."""
        became: dict[str, Any] = {}
        for number, change in enumerate(self.document.get("changes", ())):
            self.pointer = pointer_to("changes", number)
            term, was = change["term"], change["was"]
            if term not in terms:
                self.tell(WORDS["terms"], "unknown_key", key=term)
            elif not is_same(became.get(term, was), was):
                self.tell(WORDS["terms"], "change_before", field=term)
            became[term] = change["is"]
        self.pointer = "/changes"
        for term, value in became.items():
            if term in terms and not is_same(value, terms[term]):
                self.tell(WORDS["terms"], "change_now", field=term)

    def _prizes(self, numbers: Sequence[int]) -> None:
        had, shares = set[tuple[int | None, int, str]](), Counter[int | None]()
        for position, prize in enumerate(self.document.get("prizes", ())):
            self.pointer = pointer_to("prizes", position)
            location = sentence("prize", prize=prize["position"])
            if (player := prize.get("player")) is not None:
                self.demand_known(location, [player])
                if player in self.people and self.people[player].house:
                    self.tell(location, "prize_of_house", name=self.name(player))
                taken = (prize.get("round"), prize["position"], player)
                if taken in had:
                    self.tell(location, "prize_twice", name=self.name(player))
                had.add(taken)
            shares[prize.get("round")] += prize.get("share", 0)
            if prize.get("round") not in (None, *numbers):
                self.tell(location, "no_round", round=prize["round"])
        self.pointer = "/prizes"
        tables = {round_["number"]: len(round_["tables"]) for round_ in self.document["rounds"]}
        for number, share in shares.items():
            # each table or section may share out what its own people paid
            most = WHOLE_SHARE * max(1, len(self.terms.sections), tables.get(number or 0, 1))
            if share > most:
                percents = {"found": Fraction(share, 100), "most": Fraction(most, 100)}
                self.tell(WORDS["prizes"], "shares", **percents)

    def _settling(self) -> None:
        """Compare who has and pays how much in the end."""
        settling = self.document.get("settling")
        if settling is None or self.findings:
            return
        self.pointer = "/settling"
        kassa: dict[str, Amount] = {}
        for table in self.tables:
            for player, line in table.items():
                kassa[player] = exact(kassa.get(player, 0) + Fraction(line.kassa))
        settled = settle_up(kassa, settling["cents_per_point"], seed=settling["seed"])
        if "cents" in settling:
            self.compare_amounts(WORDS["settling"], "cents", settled.cents, settling["cents"])
        else:
            self.leave_out(WORDS["settling"], "cents")
        if "payments" in settling:
            comes_to = Counter[str]()
            for payment in settling["payments"]:
                comes_to[payment["payee"]] += payment["cents"]
                comes_to[payment["payer"]] -= payment["cents"]
            if +comes_to != +Counter(settled.cents) or -comes_to != -Counter(settled.cents):
                self.tell(WORDS["settling"], "payments")
        else:
            self.leave_out(WORDS["settling"], "payments")

    # tables

    def location_of(self, round_: Document) -> Text:
        return sentence("round", round=round_["number"])

    def _round(self, position: int, round_: Document) -> Iterator[tuple[PlayedRound, ...]]:
        tables = round_["tables"]
        self.pointer = pointer_to("rounds", position)
        if (clock := round_.get("clock")) is not None:
            self._not_before(self.location_of(round_), clock["begin"], clock.get("end"), "clock", "end")
            for number, pause in enumerate(clock.get("pauses", ())):
                self._not_before(self.location_of(round_), *pause, "clock", "pauses", number)
        seated = Counter(
            seat for table in tables for seat in dict.fromkeys((*table["seats"], *table.get("joined", ())))
        )
        for number, times in Counter(table["number"] for table in tables).items():
            if times > 1:
                self.tell(self.location_of(round_), "table_twice", number=number)
        for player, times in seated.items():
            if times > 1 and self.document["kind"] != EVENING:
                self.tell(self.location_of(round_), "seated_twice", name=self.name(player))
            if round_["number"] not in self.registered.get(player, (round_["number"],)):
                self.tell(self.location_of(round_), "not_registered", name=self.name(player))
        for number, table in enumerate(tables):
            self.pointer = pointer_to("rounds", position, "tables", number)
            lines = self._table(round_, table)
            left = {leaving["player"]: leaving["ranked"] for leaving in table.get("left", ())}
            is_running = round_.get("state") == "running"
            # only in a round still played is it asked who plays on paper, and there the file names them
            on_paper = table["number"] in round_.get("missing", ())
            how = {"totals_only": table.get("typed", False), "on_paper": on_paper, "running": is_running}
            ruled = self._adjustments(round_, table, lines)
            yield at_table(table["number"], lines, self.terms, self.people, left, ruled, **how)

    def _adjustments(
        self, round_: Document, table: Document, lines: Mapping[str, PlayerResult]
    ) -> adjusting.Adjustments:
        """Return what was ruled on the results of a table, and tell what cannot be ruled."""
        rulings = table.get("adjustments", ())
        location = sentence("table_of_round", round=round_["number"], table=table["number"])
        pointer = self.pointer
        for number, ruling in enumerate(rulings, 1):
            self.pointer = f"{pointer}/adjustments/{number - 1}"
            ruling_location = sentence("adjustment", table=location, number=number)
            player, kind = ruling.get("player", adjusting.EVERYBODY), ruling["kind"]
            if player and player not in lines:
                self.tell(ruling_location, "adjustment_stranger", name=self.name(player))
            if player and kind in adjusting.OF_A_TABLE:
                self.tell(ruling_location, "adjustment_of_table", kind=WORDS[f"ruled_{kind}"])
            if (kind == adjusting.AdjustmentKind.POINTS) != ("points" in ruling):
                self.tell(ruling_location, "adjustment_points")
        self.pointer = pointer
        return adjusting.in_force(
            (ruling.get("player", adjusting.EVERYBODY), adjusting.adjustment_from(ruling))
            for ruling in rulings
        )

    def _table(self, round_: Document, table: Document) -> dict[str, PlayerResult]:
        """Return what everybody at a table comes to; what the file says where it cannot be worked out."""
        if self.document["kind"] == EVENING:
            location = sentence("table", table=table.get("name") or table["number"])
        else:
            location = sentence("table_of_round", round=round_["number"], table=table["number"])
        left = table.get("left", ())
        others = [*table.get("joined", ()), *(leaving["player"] for leaving in left)]
        self.demand_known(location, [*table["seats"], *others])
        claimed = table.get("sums", {})
        claimed_lines = {player: {"hands": 0, **line} for player, line in claimed.items()}
        played, pointer = TableChecker(self, location, table), self.pointer
        lines = played.lines()
        self.pointer = pointer
        self._after_bell(location, round_, table)
        self._rulings(location, table)
        if lines is None:
            return claimed_lines
        if table.get("typed"):
            self.taken.append(FROM_PAPER)
            self._check_paper(location, claimed, played.rules)
            return claimed_lines
        self.tables.append(
            {
                player: AtTable(Fraction(line["kassa"]), Fraction(line["schrift"]), line["hands"])
                for player, line in lines.items()
            }
        )
        if self.filling:
            table["sums"] = lines
        elif claimed or round_.get("state") != "running":
            self._sums(location, lines, claimed)
        return lines

    def _rulings(self, location: Text, table: Document) -> None:
        """Tell of hands that are not as they were ruled, and of calls that end before they begin."""
        last: dict[int, tuple[str, int, str]] = {}  # of each entry: when, in which call, what
        for number, call in enumerate(table.get("calls", ())):
            self._not_before(location, call["at"], call.get("until"), "calls", number)
            for ruling in call.get("rulings", ()):
                entry = ruling.get("entry", 0)
                if entry > len(table["hands"]):
                    pointer, self.pointer = self.pointer, f"{self.pointer}/calls/{number}"
                    self.tell(location, "ruled_nothing", entry=entry, count=len(table["hands"]))
                    self.pointer = pointer
                elif entry:
                    newest = (_moment(ruling["at"]).astimezone(UTC).isoformat(), number, ruling["finding"])
                    last[entry] = max(last.get(entry, newest), newest)
        for entry, (_at, number, finding) in last.items():
            record = table["hands"][entry - 1]["record"]
            is_so = {STRUCK: record.get("void") == STRUCK, RENONCE: "revoke" in record}
            if not is_so.get(finding, True):
                pointer, self.pointer = self.pointer, f"{self.pointer}/calls/{number}"
                self.tell(location, f"ruled_{finding}", entry=entry)
                self.pointer = pointer

    def _not_before(self, location: Text, since: str | None, until: str | None, *at: int | str) -> None:
        """Tell of what ends before it begins."""
        if since is not None and until is not None and _moment(until) < _moment(since):
            pointer, self.pointer = self.pointer, self.pointer + pointer_to(*at)
            self.tell(location, "ends_before")
            self.pointer = pointer

    def _as_agreed(self) -> None:
        """Remark where other rounds or hands were played than agreed."""
        rounds = self.document["rounds"]
        self.pointer = "/rounds"
        if self.document["event"].get("finished") and len(rounds) != self.terms.rounds:
            self.remark(WORDS["file"], "rounds_agreed", expected=self.terms.rounds, found=len(rounds))
        for position, round_ in enumerate(rounds):
            for number, table in enumerate(round_["tables"]):
                hands = sum("games" in item["record"] for item in table["hands"])
                agreed = self.terms.hands_at(len(table["seats"]))
                is_closed = round_.get("state") != "running" and not table.get("typed")
                if hands and agreed is not None and hands != agreed and is_closed:
                    self.pointer = pointer_to("rounds", position, "tables", number, "hands")
                    location = sentence("table_of_round", round=round_["number"], table=table["number"])
                    self.remark(location, "hands_agreed", expected=agreed, found=hands)

    def _check_paper(self, location: Text, claimed: Mapping[str, PlayerResult], rules: Rules) -> None:
        """Tell what keeps a result from paper from balancing."""
        lines = {player: paper_line(line) for player, line in claimed.items()}
        for problem in problems_with_result(self.terms, lines, rules.step):
            name = self.name(problem.player)
            self.tell(location, f"paper_{problem.fault}", name=name, amount=problem.amount)

    def _sums(
        self, location: Text, expected: Mapping[str, PlayerResult], claimed: Mapping[str, PlayerResult]
    ) -> None:
        if not claimed:
            self.remark(location, "no_sums")
        elif expected.keys() != claimed.keys():
            named = {"expected": self.all_names(expected), "found": self.all_names(claimed)}
            self.tell(location, "sums_of", **named)
        for player in expected.keys() & claimed.keys():
            for key, value in expected[player].items():
                claim = claimed[player].get(key)
                if claim is None:
                    self.leave_out(location, f"sums.{key}")
                elif not is_same(value, claim):
                    named = {"name": self.name(player), "what": WORDS[f"sum_{key}"]}
                    self.tell(location, "sum", expected=_shown(value), found=_shown(claim), **named)

    def _after_bell(self, location: Text, round_: Document, table: Document) -> None:
        """Report more hands after the bell than allowed; skip tables on paper or typed in."""
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
            self.tell(location, "after_bell", bell=f"{rings:%H:%M:%S}", expected=allowed, found=hands_after)

    # draws

    def _draws(self, rounds: Sequence[Document]) -> None:
        past: list[RoundSeating] = []
        for position, round_ in enumerate(rounds):
            draw_part = round_.get("draw")
            self.pointer = pointer_to("rounds", position, "draw")
            if draw_part is not None:
                location = sentence("draw", round=self.location_of(round_))
                for changed in draw_part.get("changed", ()):
                    self.demand_known(location, changed.get("players", ()))
                if not draw_part.get("seed"):
                    self.taken.append(WITHOUT_SEED)
                else:
                    self._draw(location, round_, draw_part, past)
            past.append(_with_whoever_joined(round_))

    def _announced(self, location: Text, round_: Document, draw_part: Document) -> None:
        """Compare the letters that were announced; older files have the first ten of them."""
        seats = [seat for table in round_["tables"] for seat in table["seats"]]
        people = draw_part.get("people", seats)
        letters, claim = announced(draw_part["seed"], people), draw_part.get("letters")
        if claim is not None and claim not in (letters, letters[:11]):
            say = self.tell if "people" in draw_part or not draw_part.get("changed") else self.remark
            say(location, "draw_letters", seed=draw_part["seed"], expected=letters, found=claim)

    def _draw(
        self, location: Text, round_: Document, draw_part: Document, past: Sequence[RoundSeating]
    ) -> None:
        self._announced(location, round_, draw_part)
        is_other = draw_part.get("procedure", PROCEDURE) != PROCEDURE
        by_ranking = draw_part["method"] == Method.BY_STANDING and "standing" not in draw_part
        if is_other or by_ranking or any(draw_part.get(key) for key in NOT_REPEATED):
            self.not_repeated.append(round_["number"])
            return
        seatings = [tuple(table["seats"]) for table in round_["tables"]]
        people = [seat for seats in seatings for seat in seats]
        if len(set(people)) < len(people):
            return  # who has two seats was told
        try:
            expected = drawn_again(round_["number"], draw_part, seatings, past).seating.tables
        except Unseatable:
            self.tell(location, "cannot_draw")
            return
        for table, (drawn, seats) in enumerate(zip(expected, seatings, strict=False), 1):
            if tuple(drawn) != seats:
                named = {"expected": self.all_names(drawn), "found": self.all_names(seats)}
                self.tell(location, "seats", seed=draw_part["seed"], table=table, **named)
                return

    # standings

    def _standings(self, ranked: RankedRound | RankedTournament, round_: Document | None = None) -> None:
        """Compare the standings of a round, or of all of them, or fill them in."""
        holder, expected = self.document if round_ is None else round_, standings_document(ranked.parts)
        self.pointer = (
            "/standings" if round_ is None else pointer_to("rounds", round_["number"] - 1, "standings")
        )
        if isinstance(ranked, RankedRound) and round_ is not None:
            self._missing(ranked, round_)
        if self.filling:
            holder["standings"] = expected
        elif "standings" in holder:
            self._ranked(expected, holder["standings"], round_)
        elif expected and not ranked.is_interim and self.document["rounds"]:
            at = (
                (WORDS["file"], "no_overall")
                if round_ is None
                else (self.location_of(round_), "no_standings")
            )
            self.remark(*at)

    def _missing(self, ranked: RankedRound, round_: Document) -> None:
        """Compare the tables of a round that have no result, or fill them in."""
        expected, claim = list(ranked.missing), round_.get("missing")
        if self.filling and expected:
            round_["missing"] = expected
        elif claim is None and expected:
            self.leave_out(self.location_of(round_), "missing")
        elif claim is not None and sorted(claim) != expected:
            shown = [_listed(tables) or NOBODY_SAYS for tables in (expected, claim)]
            self.tell(self.location_of(round_), "tables_missing", expected=shown[0], found=shown[1])

    def _ranked(
        self, expected: Sequence[Document], claimed: Sequence[Document], round_: Document | None
    ) -> None:
        location = WORDS["overall"] if round_ is None else sentence("places", round=self.location_of(round_))
        ours = {(part.get("table"), part.get("section")): part for part in expected}
        theirs = {(part.get("table"), part.get("section")): part for part in claimed}
        if len(theirs) < len(claimed):
            self.tell(location, "part_twice")
        for table, section in dict.fromkeys((*ours, *theirs)):
            part_location = location
            if round_ is not None and table is not None:
                part_location = sentence("places_at_table", round=self.location_of(round_), table=table)
            elif section is not None:
                part_location = sentence("places_in_section", round=location, section=section)
            if (table, section) not in ours:
                self.tell(part_location, "extra_standings")
            elif (table, section) not in theirs:
                self.tell(part_location, "no_part")
            else:
                self._places(part_location, ours[table, section], theirs[table, section])

    def _places(self, location: Text, expected: Document, claimed: Document) -> None:
        ours = {row["player"]: row for row in expected["places"]}
        theirs: dict[str, Document] = {}
        for row in claimed["places"]:
            player = row["player"]
            if player in theirs:
                self.tell(location, "place_twice", name=self.name(player))
            theirs[player] = row
            if player not in ours:
                self.tell(location, "not_ranked", name=self.name(player), found=row["rank"])
        ranks = [ours[player]["rank"] for player in theirs if player in ours]
        if ranks != sorted(ranks):
            self.tell(location, "places_order")
        for player, row in ours.items():
            name, rank, claim = self.name(player), row["rank"], theirs.get(player)
            if claim is None:
                self.tell(location, "no_place", name=name, expected=rank)
            elif claim["rank"] != rank:
                self.tell(location, "rank", name=name, expected=rank, found=claim["rank"])
            elif "decided" in row and "decided" not in claim:
                self.leave_out(location, "places.decided")
            elif claim.get("decided") != row.get("decided"):
                why = [_criterion(each.get("decided")) for each in (row, claim)]
                self.tell(location, "decided", name=name, expected=why[0], found=why[1])
        unranked = expected.get("apart", {})
        if unranked and "apart" not in claimed:
            self.leave_out(location, "apart")
            return
        for player in dict.fromkeys((*unranked, *claimed.get("apart", {}))):
            why = [each.get("apart", {}).get(player) for each in (expected, claimed)]
            if why[0] != why[1]:
                reasons = [WORDS["nothing"] if reason is None else WORDS[f"apart_{reason}"] for reason in why]
                self.tell(location, "apart", name=self.name(player), expected=reasons[0], found=reasons[1])


class TableChecker:
    """Goes through the hands of one table."""

    def __init__(self, checker: Checker, location: Text, table: Document) -> None:
        self.checker, self.place, self.table = checker, location, table
        self.pointer = checker.pointer

    def lines(self) -> dict[str, PlayerResult] | None:
        """Return what the hands come to for everybody; None where they do not go on."""
        table = self.table
        rules = self.checker.rules.get(table["rules"])
        if rules is None:
            if table["rules"] not in self.checker.document["rules"]:
                self.checker.tell(self.place, "no_rules")
            return None
        seats, options = tuple(table["seats"]), table.get("options", {})
        problems = (*option_problems(options, rules), *seating_problems(seats, table["dealer"]))
        if self._tell_problems(self.place, problems):
            return None
        self.rules = rules.under(options)
        position, hands = first_position(seats, table["dealer"]), list[Payouts]()
        entries: list[facts.Entry] = []
        for number, item in enumerate(table["hands"], 1):
            is_hand = "games" in item["record"]
            shown = position.hands + 1 if is_hand else number
            location = sentence("hand" if is_hand else "entry", table=self.place, hand=shown)
            self.checker.pointer = f"{self.pointer}/hands/{number - 1}"
            entry = self._entry(location, number, item["record"])
            if entry is None or self._tell_problems(
                location, problems_with_entry(position.state, entry, self.rules)
            ):
                return None
            entries.append(entry)
            position, row = step(position, Fact(number, number, entry, self.rules))
            self._settled(location, item, row)
            if row is not None and row.row.settlement is not None and row.number is not None:
                hands.append(Payouts(row.number, row.row.settlement.payouts))
        self.checker.pointer = self.pointer
        self._in_order_of_time()
        self._pagatkassa(facts.SheetFacts(seats, table["dealer"], tuple(entries), options))
        state = position.state
        everybody = [*seats, *(player for player in state.totals if player not in seats)]
        self.checker.demand_known(self.place, everybody[len(seats) :])
        return lines_of_hands(self.checker.terms, everybody, hands, state.schrift_totals)

    def _in_order_of_time(self) -> None:
        """Remark the first entry whose time is earlier than that of the entry before it."""
        latest: datetime | None = None
        for number, item in enumerate(self.table["hands"], 1):
            at = _until(item.get("at"))
            if at is not None and latest is not None and at < latest:
                self.checker.pointer = f"{self.pointer}/hands/{number - 1}/at"
                self.checker.remark(sentence("entry", table=self.place, hand=number), "goes_back")
                break
            latest = at or latest
        self.checker.pointer = self.pointer

    def _pagatkassa(self, sheet: facts.SheetFacts) -> None:
        """Compare what is in the pot of the table, and what everybody has of it or has paid in."""
        claimed = self.table.get("pagatkassa")
        if claimed is None:
            return
        agreed = {
            field.name: claimed[field.name] for field in fields(PagatkassaTerms) if field.name in claimed
        }
        pot = pagatkassa(sheet, PagatkassaTerms(**agreed))
        location = sentence("pagatkassa", table=self.place)
        for claim in ("balances", "pot"):
            if claim not in claimed:
                self.checker.leave_out(location, claim)
        if "balances" in claimed:
            self.checker.compare_amounts(location, "cents", pot.balances, claimed["balances"])
        if claimed.get("pot", pot.left.cents) != pot.left.cents:
            self.checker.tell(location, "pot", expected=pot.left.cents, found=claimed["pot"])

    def _tell_problems(self, location: Text, problems: Sequence[Problem]) -> bool:
        """Tell what keeps something from being possible, and return whether anything does."""
        if problems:
            words = Text(*(self._in_words(problems, language) for language in ("de", "en")))
            self.checker.tell(location, "problem", told=words)
        return bool(problems)

    def _in_words(self, problems: Sequence[Problem], language: str) -> str:
        names = {player: self.checker.name(player).in_language(language) for player in self.checker.people}
        return " ".join(problem.text for problem in problems_in_words(problems, names, language))

    def _entry(self, location: Text, number: int, record: Document) -> facts.Entry | None:
        """Return what an entry says, and go over to other rules where it says so."""
        event = record.get("event")
        if event == OTHER_RULES:
            rules = self.checker.rules.get(record.get("rules", ""))
            options = record.get("options", {})
            if rules is None:
                self.checker.tell(location, "no_rules")
            elif not self._tell_problems(location, option_problems(options, rules)):
                self.rules = rules.under(options)
                return facts.OtherRules(number, record["rules"], options)
            return None
        try:
            if event == PEOPLE and "people" not in record:
                raise IllegalHand((Problem("key_missing", "people", {"key": "people"}),))
            return read_stored(record, self.rules)
        except IllegalHand as illegal:
            self._tell_problems(location, illegal.problems)
            return None

    def _settled(self, location: Text, item: Document, row: DerivedRow | None) -> None:
        """Compare what is paid, or fill it in; what is the same in the Schrift may be left out."""
        tell = self.checker.tell
        if row is None:
            if item.get("settled"):
                tell(location, "settled_nothing")
            return
        expected = row_answer(row.row)
        if self.checker.filling:
            item["settled"] = without_schrift(expected)
            return
        claimed = item.get("settled")
        if claimed is None:
            self.checker.leave_out(self.place, "settled", pointer=self.pointer)
            return
        for key, value in expected.items():
            same = SAME_IN_SCHRIFT.get(key)
            if same is not None and key not in claimed and value == expected[same]:
                continue
            claim = claimed.get(key) if same is None else claimed.get(key, claimed.get(same))
            if claim is None:
                self.checker.leave_out(self.place, f"settled.{key}", pointer=self.pointer)
            elif isinstance(value, dict):
                self.checker.compare_amounts(location, key, value, claim)
            elif claim != value:
                self._differs(location, key, value, claim)

    def _differs(self, location: Text, key: str, expected: Any, claim: Any) -> None:
        tell = self.checker.tell
        if key == "radl":
            tell(location, "radl" if expected else "no_radl")
        elif key == "triggers":
            shown = [_listed(triggers or ()) or NOBODY_SAYS for triggers in (expected, claim)]
            tell(location, key, expected=shown[0], found=shown[1])
        else:
            people = [[named] if isinstance(named, str) else named or () for named in (expected, claim)]
            names = [self.checker.all_names(players) for players in people]
            tell(location, key, expected=names[0], found=names[1])


@lru_cache(maxsize=20)
def rules_of_text(slug: str, text: str) -> tuple[Rules | None, Sequence[Mistake]]:
    """Return the rules that a text says, or what keeps them from being played."""
    sheet = imported(text.encode())
    return (rules_from(data_of(text), slug) if sheet.works else None), sheet.mistakes


def without_schrift(settled: Document) -> Document:
    """Return what a hand comes to without what is the same in the Schrift."""
    return {
        key: value
        for key, value in settled.items()
        if key not in SAME_IN_SCHRIFT or value != settled[SAME_IN_SCHRIFT[key]]
    }


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
    """Return the draw of a round from its seed, for the people who sit there."""
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
    """Return who sat together in a round, everybody once."""
    tables = round_["tables"]
    seated = set[str]()
    seats = [_new(table["seats"], seated) for table in tables]
    late = [_new(table.get("joined", ()), seated) for table in tables]
    return RoundSeating(tuple((*first, *joined) for first, joined in zip(seats, late, strict=True)))


def _new(players: Iterable[str], seated: set[str]) -> list[str]:
    """Return those not seen yet; from now on they are."""
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
    """Return the checksum of a rule sheet, as it stands in front of its text."""
    return sha256(text.encode()).hexdigest()


def _moment(time: str) -> datetime:
    return datetime.fromisoformat(time)


def _until(time: str | None) -> datetime | None:
    return None if time is None else _moment(time)


def _shown(value: Any) -> Text:
    if isinstance(value, list):
        return sentence("busts", count=len(value), hands=_listed(bust[0] for bust in value) or NOBODY_SAYS)
    return Text.same(str(value))


def _criterion(name: str | None) -> Text:
    if name is None:
        return WORDS["nothing"]
    return CRITERIA[name].label if name in CRITERIA else Text.same(name)


def _listed(values: Iterable[object]) -> str:
    return ", ".join(map(str, values))
