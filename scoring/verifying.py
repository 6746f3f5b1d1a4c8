"""Everything recomputed from the facts and compared with what is stored. Reads, never writes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from itertools import zip_longest
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Sum

from scoring import protection
from scoring.capability import capabilities
from scoring.editions.books import SheetBook, book_from, is_other_rules, other_rules
from scoring.editions.versions import digest_of, rules_of
from scoring.engine.naming import people_in
from scoring.engine.problems import IllegalHand, Problem, option_problems
from scoring.engine.rules import Rules
from scoring.engine.sheet import seating_problems
from scoring.evenings.seals import Balances, computed_again, ended_at, sealed_tables
from scoring.models import (
    TAKEN_BACK,
    Act,
    CountedHands,
    Deed,
    Entry,
    Evening,
    EveningSums,
    LineUpSums,
    Member,
    OldLine,
    OldPerson,
    Participant,
    Points,
    Reason,
    RulesetVersion,
    Seal,
    Sheet,
)
from scoring.models.entries import FIRST, SAYING_WHY, TAKING_BACK, standing_among
from scoring.rulesets.words import substance_of
from scoring.table.adding_up import TableSums, evening_of
from scoring.table.counting import counted, in_parts, line_ups_of, players_sums_of, sums_of
from scoring.table.hearing import Hearing
from scoring.table.pages.wording import problems_told
from scoring.table.replay import (
    ROW_COLUMNS,
    DerivedRow,
    Fact,
    StoredRow,
    entered_by_nobody,
    fact_of,
    is_of_doubling,
    read,
    record_of,
    replayed,
    start_of,
    stored_rows,
    whole_record,
)

NOTHING = "nothing"
AMOUNTS = ("twelfths", "schrift_twelfths")  # of a row: compared player by player
ACCOUNTS = {"kassa": "Kassa", "schrift": "Schrift"}  # of a score
LONGEST_ACT = timedelta(minutes=5)
ACTS: dict[str, str] = {
    Act.ADD: "added",
    Act.INSERT: "inserted",
    Act.CORRECT: "correction",
    Act.TAKE_OUT: "taken out",
    Act.UNDO: "undo",
    Act.REDO: "redo",
}


class Discrepancy(NamedTuple):
    """Something stored that does not follow from the facts, or facts that cannot be."""

    what: str
    expected: object
    found: object

    def __str__(self) -> str:
        return f"{self.what}: expected {self.expected}, found {self.found}"


class Checked(NamedTuple):
    """One sheet, how many hands stand on it, and what is wrong with it."""

    name: str
    hands: int
    differences: tuple[Discrepancy, ...]


def of_the_database() -> Iterator[Discrepancy]:
    """Return what no single sheet can tell: protection, the texts of the rules, who came from elsewhere."""
    for trigger in protection.unprotected(connection):
        yield Discrepancy(f"The protection {trigger}", "in place", "missing")
    for version in RulesetVersion.objects.select_related("ruleset").order_by("pk").iterator(chunk_size=1):
        yield from _of_version(version)
    strangers = Participant.objects.filter(member__isnull=False).exclude(member__club=F("evening__club"))
    for one in strangers.select_related("member__club", "evening__club").order_by("pk"):
        assert one.member is not None
        what = f"{one.evening.club}, {one.evening}: {one.member.name}"
        yield Discrepancy(what, f"a member of {one.evening.club}", f"one of {one.member.club}")
    yield from _of_anonymised()
    yield from _of_old_sheets()


def _of_old_sheets() -> Iterator[Discrepancy]:
    """Amounts that no hand explains: each row adds up to zero, among people of its own import."""
    lines = OldLine.objects.select_related("sheet__batch__club").annotate(
        total=Sum("amounts__twelfths"), people=Count("amounts")
    )
    for line in lines.filter(~Q(total=0) | Q(people=0)).order_by("pk"):
        what = f"{line.sheet.batch.club}, old sheet {line.sheet}, row {line.file_row}: the sum of its amounts"
        yield Discrepancy(what, 0, NOTHING if line.total is None else _points(line.total))
    strangers = OldPerson.objects.filter(member__isnull=False).exclude(member__club=F("batch__club"))
    for one in strangers.select_related("member__club", "batch__club").order_by("pk"):
        assert one.member is not None
        what = f"{one.batch.club}, old sheets: {one.member.name}"
        yield Discrepancy(what, f"a member of {one.batch.club}", f"one of {one.member.club}")
    taken_back = Q(occasion=TAKEN_BACK)
    odd = Evening.objects.filter(
        taken_back & ~Q(old_batch__withdrawn_at__isnull=False)
        | ~taken_back & Q(old_batch__withdrawn_at__isnull=False)
    )
    for evening in odd.select_related("club").order_by("pk"):
        what = f"{evening.club}, {evening}: taken back with its old sheets"
        yield Discrepancy(what, *("no", "yes") if evening.occasion == TAKEN_BACK else ("yes", "no"))


def _of_anonymised() -> Iterator[Discrepancy]:
    """Whose name is gone has nothing that could bring it back."""
    left = Q(active=True) | Q(account__isnull=False) | Q(appointments__isnull=False)
    members = Member.objects.filter(left, anonymised_at__isnull=False).select_related("club")
    for member in members.order_by("pk").distinct():
        yield Discrepancy(f"{member.club}: {member}", "without account and role, inactive", "something of it")


def _of_version(version: RulesetVersion) -> Iterator[Discrepancy]:
    """Names may have been taken out of its words; what is played by it is as it was agreed."""
    name = f"Rules {version}"
    if version.reworded_at is None and (digest := digest_of(version.text)) != version.digest:
        yield Discrepancy(f"{name}, checksum of the text", version.digest, digest)
    elif version.reworded_at is not None and not _anonymised_then(version, version.reworded_at):
        yield Discrepancy(f"{name}, other words since {version.reworded_at}", "somebody anonymised", NOTHING)
    if (substance := _substance(version)) != version.substance:
        yield Discrepancy(f"{name}, checksum without its words", version.substance, substance)
    if isinstance(trouble := _rules(version), str):
        yield Discrepancy(f"{name}, text", "rules that can be read", trouble)


def _anonymised_then(version: RulesetVersion, at: datetime) -> bool:
    """Only then words may change: the deed is written down at their end, in the same transaction."""
    assert version.ruleset is not None
    then = Deed.objects.filter(club=version.ruleset.club_id, at__gte=at, at__lte=at + LONGEST_ACT)
    return then.filter(verb__in=("anonymise_member", "anonymise_guest")).exists()


def _substance(version: RulesetVersion) -> str:
    try:
        return substance_of(version.text)
    except ValueError:  # no TOML
        return NOTHING


def _rules(version: RulesetVersion) -> Rules | str:
    """Return the rules, or what keeps them from being read."""
    try:
        return rules_of(version)
    except ValueError as error:  # what TOML and the loader say of a text they cannot read
        return " ".join(str(error).split())


def of_sheets(sheets: QuerySet[Sheet]) -> Iterator[Checked]:
    """One sheet after the other; only one is in memory at a time."""
    last = 0
    while (sheet := sheets.filter(pk__gt=last).order_by("pk").first()) is not None:
        last = sheet.pk
        yield checked(sheet)


def checked(sheet: Sheet) -> Checked:
    """Where somebody writes in the meantime, it is read anew."""
    while True:
        audit = _SheetAudit(sheet)
        differences = tuple(audit.differences())
        now = Sheet.objects.whole().defer(None).get(pk=sheet.pk)
        if not differences or (now.seq, now.voiced) == (sheet.seq, sheet.voiced):
            return Checked(audit.name, audit.hands, differences)
        sheet = now


class _SheetAudit:
    """One sheet with everything that belongs to it, as it is stored."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        evening = sheet.evening
        self.name = f"{evening.club}, {evening}, table {sheet.name} (sheet {sheet.pk})"
        self.names = evening.names()
        entries = sheet.entries.select_related("reason", "grounds", "by", "supersedes")
        self.entries = list(entries.order_by("seq", "at"))
        self.stored = stored_rows(sheet)
        self.hands = sum(row.number is not None for row in self.stored)

    def differences(self) -> Iterator[Discrepancy]:
        yield from self._of_order()
        yield from self._of_chains()
        yield from self._of_acts()
        rules = _rules(self.sheet.ruleset)
        if isinstance(rules, str):
            yield Discrepancy("The rules of this table", "rules that can be read", rules)
            return
        beginning = (
            *option_problems(self.sheet.options, rules),
            *seating_problems(tuple(self.sheet.players), self.sheet.dealer),
        )
        if beginning:
            yield Discrepancy("The beginning of this table", "possible", self._told(beginning))
            return
        yield from self._of_people("The beginning of this table", self.sheet.players)
        unreadable = list(self._of_other_rules())
        yield from unreadable
        if unreadable:
            return
        book = book_from(self.sheet, self.entries)
        facts: dict[UUID, Fact] = {}
        for entry in self.entries:
            if entry.record is not None:
                yield from self._of_record(entry, book, facts)
        yield from self._of_what_follows(book, facts)
        if all(entry.pk in facts for entry in self.entries if entry.record is not None):
            hearing = Hearing(self.sheet, self.entries, facts, self.names)
            yield from (Discrepancy(*wrong) for wrong in hearing.differences())

    def _of_other_rules(self) -> Iterator[Discrepancy]:
        """Rules that were agreed on later, and can be found and read."""
        for entry in self.entries:
            if not is_other_rules(entry.record):
                continue
            name = f"{self._called(entry)}, the rules from here on"
            agreed = other_rules(entry.record)
            version = RulesetVersion.objects.filter(pk=agreed.version).first()
            if version is None or version.digest != agreed.digest:
                yield Discrepancy(
                    name, f"the checksum {version.digest if version else NOTHING}", agreed.digest
                )
            elif isinstance(rules := _rules(version), str):
                yield Discrepancy(name, "rules that can be read", rules)
            elif problems := option_problems(agreed.options, rules):
                yield Discrepancy(name, "choices that these rules offer", self._told(problems))

    # the entries among themselves

    def _of_order(self) -> Iterator[Discrepancy]:
        expected = list(range(1, len(self.entries) + 1))
        found = [entry.seq for entry in self.entries]
        if found != expected:
            wrong = next(pair for pair in zip(expected, found, strict=True) if pair[0] != pair[1])
            yield Discrepancy("The order of writing", f"entry {wrong[0]} next", f"entry {wrong[1]}")
        if self.sheet.seq != len(self.entries):
            yield Discrepancy("The number of entries", len(self.entries), self.sheet.seq)

    def _of_chains(self) -> Iterator[Discrepancy]:
        """Versions of one entry: on the same sheet, in the same place, each with one successor at most."""
        successors: dict[UUID, Entry] = {}
        for entry in self.entries:
            name, before = self._called(entry), entry.supersedes
            if (before is None) != (entry.act in FIRST):
                yield Discrepancy(f"{name}, what it supersedes", *_either(entry.act in FIRST, before))
            if before is None:
                continue
            if before.sheet_id != entry.sheet_id:
                yield Discrepancy(f"{name}, the sheet of what it supersedes", entry.sheet_id, before.sheet_id)
            if before.place != entry.place:
                yield Discrepancy(f"{name}, its place on the sheet", before.place, entry.place)
            if before.seq >= entry.seq:
                yield Discrepancy(f"{name}, what it supersedes", "an earlier entry", f"entry {before.seq}")
            if before.pk in successors:
                also = self._called(successors[before.pk])
                yield Discrepancy(f"{name}, what it supersedes", "nobody else supersedes it", also)
            successors[before.pk] = entry

    def _of_acts(self) -> Iterator[Discrepancy]:
        """Written again one by one: what each of them could refer to when it was written."""
        heads: dict[int, Entry] = {}
        last_other = 0
        for entry in self.entries:
            name, head = self._called(entry), heads.get(entry.place)
            if (entry.record is None) != (entry.act in TAKING_BACK):
                yield Discrepancy(f"{name}, its record", *_either(entry.act in TAKING_BACK, entry.record))
            if entry.act in FIRST:
                if head is not None:
                    yield Discrepancy(f"{name}, its place on the sheet", "free", self._called(head))
                if entry.act == Act.ADD and not self._goes_there(entry, heads):
                    yield Discrepancy(f"{name}, its place on the sheet", "the last one", "an earlier one")
            elif entry.supersedes is not None:
                if head is None or head.pk != entry.supersedes.pk:
                    newest = NOTHING if head is None else self._called(head)
                    yield Discrepancy(f"{name}, what it supersedes", newest, self._called(entry.supersedes))
                yield from self._of_act(entry, heads, last_other)
            yield from _of_reasons(name, entry)
            if entry.by is not None and entry.by.club_id != self.sheet.evening.club_id:
                yield Discrepancy(f"{name}, who wrote it", "somebody of this club", entry.by.name)
            if entry.act not in (Act.UNDO, Act.REDO) and not entered_by_nobody(entry.record):
                last_other = entry.seq
            heads[entry.place] = entry

    def _goes_there(self, entry: Entry, heads: Mapping[int, Entry]) -> bool:
        """At the end; a hand of before doubling ended also right before that, and the end wherever it is."""
        later = [place for place in heads if place > entry.place]
        if not later or is_of_doubling(entry.record):
            return True
        following = heads[min(later)]
        return is_of_doubling(following.record or (following.supersedes and following.supersedes.record))

    def _of_act(self, entry: Entry, heads: Mapping[int, Entry], last_other: int) -> Iterator[Discrepancy]:
        name, before = self._called(entry), entry.supersedes
        assert before is not None
        if entry.act != Act.REDO:
            if before.record is None:
                yield Discrepancy(f"{name}, what it supersedes", "something that stood", self._called(before))
            # what nobody entered is taken back only by whoever wrote it
            theirs = [head for head in heads.values() if not entered_by_nobody(head.record)]
            standing = [head.place for head in theirs if head.record is not None]
            passed_over = entered_by_nobody(before.record)
            if entry.act == Act.UNDO and standing and entry.place != max(standing) and not passed_over:
                last = self._called(heads[max(standing)])
                yield Discrepancy(f"{name}, what it takes back", last, self._called(before))
            return
        undone = [
            head
            for head in heads.values()
            if head.act == Act.UNDO
            and head.seq > last_other
            and not entered_by_nobody(head.supersedes and head.supersedes.record)
        ]
        if not undone or before.pk != max(undone, key=lambda head: head.seq).pk:
            yield Discrepancy(f"{name}, what it brings back", "the newest undo", self._called(before))

    # each entry by itself

    def _of_record(self, entry: Entry, book: SheetBook, facts: dict[UUID, Fact]) -> Iterator[Discrepancy]:
        name = self._called(entry)
        if not isinstance(entry.record, dict):
            yield Discrepancy(f"{name}, its record", "readable", "no record")
            return
        try:
            fact = fact_of(entry, book)
        except IllegalHand as illegal:
            yield Discrepancy(f"{name}, its record", "readable", self._told(illegal.problems))
            return
        facts[entry.pk] = fact
        if record_of(read(whole_record(entry), fact.rules), fact.rules) != entry.record:
            yield Discrepancy(f"{name}, its record", "as it is always written", "another form")
        yield from self._of_people(name, people_in(fact.entry))
        back = entry.supersedes.supersedes_id if entry.act == Act.REDO and entry.supersedes else None
        if entry.act == Act.REDO and (back not in facts or facts[back].entry != fact.entry):
            yield Discrepancy(f"{name}, its record", "the one that was taken back", "another one")

    def _of_people(self, name: str, people: Iterable[str]) -> Iterator[Discrepancy]:
        for one in sorted(set(people) - self.names.keys()):
            yield Discrepancy(f"{name}, who takes part", "somebody of this evening", f"participant {one}")

    # what follows

    def _of_what_follows(self, book: SheetBook, facts: Mapping[UUID, Fact]) -> Iterator[Discrepancy]:
        standing = standing_among(self.entries)
        if any(entry.pk not in facts for entry in standing):
            return  # said already; what follows from it nobody knows
        entries = {entry.pk: entry for entry in standing}
        replay = replayed(start_of(self.sheet, book), [facts[entry.pk] for entry in standing])
        if replay.problems:
            against = self._told(problem for _, _, problem in replay.problems)
            fact = replay.problems[0][0]
            yield Discrepancy(self._called(entries[fact.id]), "possible under the rules", against)
            return
        yield from self._of_rows([derived.as_stored() for derived in replay.rows])
        last_place = max((entry.place for entry in self.entries), default=0)
        versions = sorted({one.record["version"] for one in self.entries if is_other_rules(one.record)})
        expected = {**replay.position.as_json(), "last_place": last_place, "versions": versions}
        if book.people:
            expected["people"] = [[one.written, one.people] for one in book.people]
        yield from self._of_standing(expected)
        yield from self._of_scores(replay.position.scores())
        yield from self._of_counts(replay.rows)

    def _of_rows(self, expected: list[StoredRow]) -> Iterator[Discrepancy]:
        stored = {row.id: row for row in self.stored}
        number = 0
        for row in expected:
            number = row.number or number
            name = f"Hand {number}" if row.number else f"The void hand after hand {number}"
            found = stored.pop(row.id, None)
            if found is None:
                yield Discrepancy(name, "a row", NOTHING)
            else:
                yield from self._of_row(name, row, found)
        for row in stored.values():
            yield Discrepancy(f"A row with the number {row.number}", NOTHING, "a row")

    def _of_row(self, name: str, expected: StoredRow, found: StoredRow) -> Iterator[Discrepancy]:
        for column in ROW_COLUMNS:
            ours, theirs = getattr(expected, column), getattr(found, column)
            if ours != theirs and column not in AMOUNTS:
                what, words = self._words_of(column)
                yield Discrepancy(f"{name}, {what}", words(ours), words(theirs))
        for account, ours, theirs in (
            ("Kassa", expected.twelfths, found.twelfths),
            (
                "Schrift",
                expected.schrift_twelfths or expected.twelfths,
                found.schrift_twelfths or found.twelfths,
            ),
        ):
            yield from self._of_amounts(name, account, expected.players, ours or (), theirs or ())

    def _words_of(self, column: str) -> tuple[str, Callable[[Any], object]]:
        """Return what a column of a row is called, and how its values are said."""
        words: dict[str, tuple[str, Callable[[Any], object]]] = {
            "place": ("its place on the sheet", _itself),
            "dealer": ("dealer", self._one),
            "players": ("who plays", self._all),
            "radl": ("Radl", _doubled),
            "times": ("what a doubled hand is multiplied by", _itself),
            "owed": ("doubled hands still to come", _itself),
            "triggers": ("triggers of the Radl", lambda names: ", ".join(map(str, names)) or NOTHING),
        }
        return words.get(column, (column.replace("_", " "), _itself))

    def _of_amounts(
        self, name: str, account: str, players: Iterable[str], ours: Sequence[int], theirs: Sequence[int]
    ) -> Iterator[Discrepancy]:
        for player, expected, found in zip_longest(players, ours, theirs):
            if expected != found:
                who = f"{name}, {self._one(player or NOTHING)}, {account}"
                yield Discrepancy(who, _points(expected), _points(found))
        if sum(theirs):
            yield Discrepancy(f"{name}, sum of all, {account}", 0, _points(sum(theirs)))

    def _of_standing(self, expected: Mapping[str, Any]) -> Iterator[Discrepancy]:
        found = self.sheet.standing if isinstance(self.sheet.standing, dict) else {}
        for key in sorted(expected.keys() | found.keys()):
            ours, theirs = expected.get(key, NOTHING), found.get(key, NOTHING)
            if ours != theirs or type(ours) is not type(theirs):
                yield Discrepancy(f"Where the table stands, {key}", ours, theirs)

    def _of_scores(self, expected: Mapping[str, Points]) -> Iterator[Discrepancy]:
        found = self.sheet.scores
        for player in sorted(expected.keys() | found.keys(), key=int):
            what = f"The score of {self._one(player)}"
            if player not in expected or player not in found:
                yield Discrepancy(what, *("there", NOTHING) if player in expected else (NOTHING, "there"))
                continue
            ours, theirs = expected[player], found[player]
            for name, one, other in zip(Points._fields, ours, theirs, strict=True):
                if one != other:
                    account = ACCOUNTS.get(name)
                    found_and_expected = (_points(one), _points(other)) if account else (one, other)
                    yield Discrepancy(f"{what}, {account or name}", *found_and_expected)

    def _of_counts(self, rows: Iterable[DerivedRow]) -> Iterator[Discrepancy]:
        """Return what the statistics read."""
        hands = [counted(row) for row in rows if row.number is not None]
        expected, found = in_parts([one.as_json for one in hands]), self._parts()
        for part in sorted(expected.keys() | found.keys()):
            pairs = zip_longest(expected.get(part, ()), found.get(part, ()))
            for number, (ours, theirs) in enumerate(pairs, part):
                if ours != theirs:
                    what = f"Hand {number}, what is counted of it"
                    yield Discrepancy(what, ours or NOTHING, theirs or NOTHING)
        sums, there = sums_of(hands), self.sheet.sums if isinstance(self.sheet.sums, dict) else {}
        for rules in sorted(sums.keys() | there.keys()):
            what = "What the hands of this table add up to"
            yield from _of_sums(what, sums.get(rules, {}), there.get(rules, {}))
        own = players_sums_of(hands)
        for player, theirs in self.sheet.players_sums.items():
            what = f"What the hands of {self._one(player)} add up to"
            yield from _of_sums(what, own.get(player, {}), theirs)
        kept = LineUpSums.objects.filter(sheet=self.sheet, written=self.sheet.seq).first()
        if kept is not None:
            yield from _of_sums("What line-ups of this table add up to", line_ups_of(hands), kept.sums)

    def _parts(self) -> dict[int, list[Any]]:
        stored = CountedHands.objects.filter(sheet=self.sheet).values_list("number", "hands")
        return {number: hands if isinstance(hands, list) else [] for number, hands in stored}

    # in words

    def _called(self, entry: Entry) -> str:
        elsewhere = "" if entry.sheet_id == self.sheet.pk else f" of sheet {entry.sheet_id}"
        return f"Entry {entry.seq}{elsewhere} ({ACTS.get(entry.act, entry.act)})"

    def _one(self, player: str) -> str:
        return self.names.get(player, f"participant {player}")

    def _all(self, players: Iterable[str]) -> str:
        return ", ".join(map(self._one, players))

    def _told(self, problems: Iterable[Problem]) -> str:
        return " ".join(problem.text for problem in problems_told(problems, self.names, "en"))


def _of_sums(name: str, expected: Mapping[str, Any], found: Any) -> Iterator[Discrepancy]:
    if not isinstance(found, dict):
        yield Discrepancy(name, expected, found)
        return
    for what in sorted(expected.keys() | found.keys()):
        if (ours := expected.get(what, NOTHING)) != (theirs := found.get(what, NOTHING)):
            yield Discrepancy(f"{name}, {what}", ours, theirs)


def _of_reasons(name: str, entry: Entry) -> Iterator[Discrepancy]:
    void = isinstance(entry.record, dict) and "void" in entry.record
    for what, wanted, reason in (
        ("why it was written", entry.act in SAYING_WHY, entry.reason),
        ("why the hand is void", void, entry.grounds),
    ):
        if wanted and not _says_something(reason):
            yield Discrepancy(f"{name}, {what}", "a reason", NOTHING)
        elif not wanted and reason is not None:
            yield Discrepancy(f"{name}, {what}", NOTHING, "a reason")


def _says_something(reason: Reason | None) -> bool:
    return reason is not None and (reason.text.strip() != "" or reason.blanked_at is not None)


def _either(nothing: bool, found: object) -> tuple[str, str]:
    """Return what should be there, and what is."""
    return (NOTHING, "something") if nothing else ("something", NOTHING if found is None else "something")


def _itself(value: object) -> object:
    return value


def _doubled(radl: bool) -> str:
    return "doubled" if radl else "not doubled"


def _points(twelfths: object) -> str:
    return str(Fraction(twelfths, 12)) if isinstance(twelfths, int) else NOTHING


# What stands on the tables: whoever runs something else there says how to verify it


class CheckedWhole(NamedTuple):
    """Something with tables of its own, and what is wrong with it."""

    name: str
    differences: tuple[Discrepancy, ...]


class Further(NamedTuple):
    """What a capability has verified, for the evenings in question."""

    noun: str  # of one of them
    of: Callable[[QuerySet[Evening]], Iterator[CheckedWhole]]


def further_wholes() -> list[Further]:
    """Return what capabilities have verified beside the sheets."""
    return [further for capability in capabilities() for further in capability.verified]


# Seals


class CheckedSeals(NamedTuple):
    """One evening, how often it was sealed, and what is wrong with that."""

    name: str
    seals: int
    differences: tuple[Discrepancy, ...]


def of_seals(evenings: QuerySet[Evening]) -> Iterator[CheckedSeals]:
    """One evening after the other; only one is in memory at a time."""
    sealed = Exists(Seal.objects.filter(evening=OuterRef("pk")))
    kept = Exists(EveningSums.objects.filter(evening=OuterRef("pk")))
    evenings = evenings.filter(Q(closed_at__isnull=False) | Q(spontaneous=True) | sealed | kept)
    last = 0
    while (evening := evenings.filter(pk__gt=last).select_related("club").order_by("pk").first()) is not None:
        last = evening.pk
        yield checked_seals(evening)


def checked_seals(evening: Evening) -> CheckedSeals:
    """Where it is closed, opened or written on in the meantime, it is read anew."""
    name = f"{evening.club}, {evening} (evening {evening.pk})"
    while True:
        seals, sheets = _sealed(evening)
        differences = tuple(_of_seals(evening, seals, sheets))
        if not differences:
            return CheckedSeals(name, len(seals), ())
        before = _moment(evening, seals, sheets)
        evening.refresh_from_db(fields=["closed_at"])
        if _moment(evening, *_sealed(evening)) == before:
            return CheckedSeals(name, len(seals), differences)


def _sealed(evening: Evening) -> tuple[list[Seal], list[Sheet]]:
    seals = list(evening.seals.select_related("by").order_by("number"))
    return seals, list(evening.sheets.select_related("ruleset").order_by("pk"))


def _moment(evening: Evening, seals: list[Seal], sheets: list[Sheet]) -> object:
    """Another one as soon as anything was written."""
    return evening.closed_at, len(seals), [(sheet.pk, sheet.seq, sheet.closed_at) for sheet in sheets]


def _of_seals(evening: Evening, seals: list[Seal], sheets: list[Sheet]) -> Iterator[Discrepancy]:
    yield from _of_kept_sums(evening, sheets)
    ended = ended_at(evening, sheets)
    if ended is not None:
        yield from _of_the_end(ended, sheets, seals)
    if not seals:
        return
    if any(isinstance(_rules(sheet.ruleset), str) for sheet in sheets):
        return  # said already, at the table
    entries = list(Entry.objects.filter(sheet__in=sheets).select_related("grounds").order_by("sheet", "seq"))
    names = evening.names()
    for number, seal in enumerate(seals, 1):
        if seal.number != number:
            yield Discrepancy("The order of the seals", f"seal {number} next", f"seal {seal.number}")
        if seal.by.club_id != evening.club_id:
            yield Discrepancy(f"Seal {seal.number}, who sealed it", "somebody of this club", seal.by.name)
        if strangers := seal.sheets.keys() - {str(sheet.pk) for sheet in sheets}:
            yield Discrepancy(f"Seal {seal.number}, its tables", "of this evening", ", ".join(strangers))
        try:
            digest, balances = computed_again(evening, sealed_tables(seal, sheets, entries))
        except IllegalHand as illegal:
            told = " ".join(problem.text for problem in problems_told(illegal.problems, names, "en"))
            yield Discrepancy(f"Seal {seal.number}", "entries that can be read", told)
            continue
        yield from _of_balances(f"Seal {seal.number}", balances, seal.balances, names)
        if digest != seal.digest:
            yield Discrepancy(f"Seal {seal.number}, checksum", digest, seal.digest)


def _of_kept_sums(evening: Evening, sheets: list[Sheet]) -> Iterator[Discrepancy]:
    """Return what is wrong with what the evening adds up to, unless something was written since."""
    kept = EveningSums.objects.filter(evening=evening, written=sum(sheet.seq for sheet in sheets)).first()
    if kept is None:
        return
    try:
        expected = evening_of(TableSums(sheet.pk, sheet.ruleset_id, sheet.sums) for sheet in sheets)
    except (AttributeError, KeyError, TypeError, ValueError):
        return  # said already, at the table
    yield from _of_sums("What this evening adds up to", expected, kept.sums)


def _of_the_end(ended: datetime, sheets: list[Sheet], seals: list[Seal]) -> Iterator[Discrepancy]:
    """Whatever is closed has been sealed as it is now."""
    if not seals:
        yield Discrepancy("The closed evening", "a seal", NOTHING)
        return
    last = seals[-1]
    if last.sealed_at != ended:
        yield Discrepancy(f"Seal {last.number}, when", ended, last.sealed_at)
    for sheet in sheets:
        if last.sheets.get(str(sheet.pk)) != sheet.seq:
            what = f"Seal {last.number}, entries of table {sheet.name}"
            yield Discrepancy(what, sheet.seq, last.sheets.get(str(sheet.pk), NOTHING))


def _of_balances(
    seal: str, expected: Balances, found: Mapping[str, Mapping[str, int]], names: Mapping[str, str]
) -> Iterator[Discrepancy]:
    for person in sorted(expected.keys() | found.keys()):
        ours, theirs = expected.get(person, {}), found.get(person, {})
        for what in sorted(ours.keys() | theirs.keys()):
            if ours.get(what) != theirs.get(what):
                who = f"{seal}, {names.get(person, f'participant {person}')}, {what}"
                yield Discrepancy(who, ours.get(what, NOTHING), theirs.get(what, NOTHING))
