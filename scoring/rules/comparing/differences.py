"""What differs between two rule sheets: one difference for every thing that somebody changed."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from operator import attrgetter
from typing import Any, TypeVar

from scoring.engine.loading.places import KEYS
from scoring.engine.loading.tables import SHEET, TABLES
from scoring.engine.money import number_in_words
from scoring.engine.options import CHOICES, OPTIONS, choice_label
from scoring.engine.prices import VALAT
from scoring.engine.rules import (
    TABLES_OF_WORDS,
    Contract,
    OptionNote,
    PremiumRule,
    Radl,
    Rules,
)
from scoring.engine.telling import trigger_in_words
from scoring.engine.texts import Text, either
from scoring.engine.triggers import MONDFANG, TRIGGERS
from scoring.rules.comparing.values import COMPANIONS, ValueWords, value_in_words

T = TypeVar("T")


class ChangeKind(StrEnum):
    """What became of a part of the rules."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    MOVED = "moved"


BOOK = "book"  # what only the rule book says: many sentences, and no custom among them

# In the order in which they are shown.
GROUPS: Mapping[str, Text] = {
    "contracts": Text("Spiele", "Games"),
    "premiums": Text("Prämien", "Premiums"),
    "valat": Text("Valat", "Valat"),
    "kontra": Text("Kontra", "Kontra"),
    "thresholds": Text("Punkte", "Points"),
    "trischaken": Text("Trischaken", "Trischaken"),
    "radl": Text("Radl", "Radl"),
    "renonce": Text("Renonce", "Renonce"),
    "customs": Text("Bräuche", "Customs"),
    "options": Text("Optionen", "Options"),
    "money": Text("Geld", "Money"),
    "order": Text("Reihenfolge", "Order"),
    "remarks": Text("Name und Anmerkungen", "Name and remarks"),
    BOOK: Text("Regelbuch", "Rule book"),
}


@dataclass(frozen=True)
class Difference:
    """One thing that is not as it was. `before` is None where it is new, `after` where it is gone."""

    group: str  # a key of GROUPS
    change: ChangeKind
    place: str  # "contracts.dreier.value", as mistakes name it
    subject: Text  # what it is about: a game, a premium, a table
    matter: Text | None = None  # what of it; None: its value, or the whole of it
    before: Text | None = None
    after: Text | None = None
    details: tuple[Text, ...] = ()  # of what is new or gone: everything else about it

    def in_words(self, language: str) -> str:
        """Return the difference in a few words: "Dreier 5 → 6", "Radl nach 35:35 neu"."""
        return _WORDS[self.change](self, language)


@dataclass(frozen=True)
class DifferenceGroup:
    """The differences of one kind."""

    key: str
    label: Text
    differences: tuple[Difference, ...]


def differences(before: Rules, after: Rules) -> tuple[Difference, ...]:
    """Return everything that differs, group by group; nothing where the two sheets say the same.

    The slugs are left out: they are names of files and versions, not rules.
    """
    unsorted = [difference for compare in _COMPARED for difference in compare(before, after)]
    order = list(GROUPS)
    return tuple(sorted(unsorted, key=lambda difference: order.index(difference.group)))


def grouped(differing: Iterable[Difference]) -> tuple[DifferenceGroup, ...]:
    """Return the differences under their headings; a heading without differences is left out."""
    by_key: dict[str, list[Difference]] = {key: [] for key in GROUPS}
    for difference in differing:
        by_key[difference.group].append(difference)
    return tuple(DifferenceGroup(key, GROUPS[key], tuple(ones)) for key, ones in by_key.items() if ones)


def note_of(differing: Sequence[Difference], language: str, longest: int = 400) -> str:
    """Return all differences in one line; where they are too many, how many are left out.

    Sentences of the rule book are only counted where they are several beside something else.
    """
    words: list[str] = []
    room = longest - 30
    sentences = [difference.in_words(language) for difference in differing if difference.group != BOOK]
    book = [difference.in_words(language) for difference in differing if difference.group == BOOK]
    if sentences and len(book) > 1:
        count = len(book)
        book = [either("{} Sätze im Regelbuch", "{} sentences of the rule book", language).format(count)]
    sentences += book
    for number, sentence in enumerate(sentences):
        room -= len(sentence) + 2
        if room < 0:
            left = len(sentences) - number
            words.append(either("und {} weitere", "and {} more", language).format(left))
            break
        words.append(sentence)
    return "; ".join(words)


# In words


def _subject(difference: Difference, language: str) -> str:
    return difference.subject.in_language(language)


def _matter(difference: Difference, language: str) -> str:
    return "" if difference.matter is None else difference.matter.in_language(language)


def _value(text: Text | None, language: str) -> str:
    return "–" if text is None else text.in_language(language)


_NUMBERS = ("contracts.", "kontra.levels.")  # "Dreier 5 → 6"


def _changed(difference: Difference, language: str) -> str:
    values = f"{_value(difference.before, language)} → {_value(difference.after, language)}"
    if difference.matter is None:
        colon = "" if difference.place.startswith(_NUMBERS) else ":"
        return f"{_subject(difference, language)}{colon} {values}"
    return f"{_subject(difference, language)}, {_matter(difference, language)}: {values}"


def _added(difference: Difference, language: str) -> str:
    value = "" if difference.after is None else f" ({difference.after.in_language(language)})"
    new = either("neu", "new", language)
    words = (_subject(difference, language), _matter(difference, language), new)
    return " ".join(filter(None, words)) + value


def _removed(difference: Difference, language: str) -> str:
    gone = either("entfällt", "gone", language)
    return " ".join(filter(None, (_subject(difference, language), _matter(difference, language), gone)))


def _moved(difference: Difference, language: str) -> str:
    return f"{_subject(difference, language)} {_value(difference.after, language)}"


_WORDS: Mapping[ChangeKind, Callable[[Difference, str], str]] = {
    ChangeKind.CHANGED: _changed,
    ChangeKind.ADDED: _added,
    ChangeKind.REMOVED: _removed,
    ChangeKind.MOVED: _moved,
}


# Rows of games and premiums

# The keys whose value stands for the whole row.
_VALUE = {"contracts": ("value",), "premiums": ("silent", "announced")}

_Row = Contract | PremiumRule


def _contracts(before: Rules, after: Rules) -> Iterator[Difference]:
    yield from _rows("contracts", before.contracts, after.contracts, ValueWords(before), ValueWords(after))


def _premiums(before: Rules, after: Rules) -> Iterator[Difference]:
    yield from _rows("premiums", before.premiums, after.premiums, ValueWords(before), ValueWords(after))


def _rows(
    table: str,
    before: Mapping[str, _Row],
    after: Mapping[str, _Row],
    words_before: ValueWords,
    words_after: ValueWords,
) -> Iterator[Difference]:
    for key in _either(before, after):
        place, group = f"{table}.{key}", "valat" if key == VALAT else table
        if key not in before:
            row = after[key]
            yield Difference(
                group,
                ChangeKind.ADDED,
                place,
                row.label,
                after=_worth(table, row),
                details=words_after.details(row),
            )
        elif key not in after:
            row = before[key]
            yield Difference(
                group,
                ChangeKind.REMOVED,
                place,
                row.label,
                before=_worth(table, row),
                details=words_before.details(row),
            )
        else:
            yield from _row(table, before[key], after[key], words_before, words_after)
    yield from _moves(table, before, after, lambda key: (after.get(key) or before[key]).label)


def _row(
    table: str, before: _Row, after: _Row, words_before: ValueWords, words_after: ValueWords
) -> Iterator[Difference]:
    for field in fields(before):
        old, new = getattr(before, field.name), getattr(after, field.name)
        if old == new or _went_along(field.name, before, after):
            continue
        if field.name == "counts_beside_valat" and not (words_before.flags and words_after.flags):
            continue  # where the flags do not decide they say nothing
        group = TABLES[table][field.name].group or table
        yield Difference(
            "valat" if before.key == VALAT else group,
            ChangeKind.CHANGED,
            f"{table}.{before.key}.{field.name}",
            before.label,
            None if field.name == "value" else KEYS[field.name],
            words_before.with_companions(before, field.name),
            words_after.with_companions(after, field.name),
        )


def _worth(table: str, row: _Row) -> Text | None:
    """Return what a row is worth, as a list prints it: 5; 4, verloren 8; 1/2 for silent and announced."""
    values = [getattr(row, key) for key in _VALUE[table]]
    words = "/".join("–" if value is None else number_in_words(value) for value in values)
    if isinstance(row, Contract) and row.lost is not None:
        lost = number_in_words(row.lost)
        return Text(f"{words}, verloren {lost}", f"{words}, lost {lost}")
    return Text(words, words)


def _either(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """Return the keys of both, those of the sheet after first and in its order."""
    return [*after, *(key for key in before if key not in after)]


# Order


def _moves(
    table: str,
    before: Iterable[str],
    after: Iterable[str],
    label: Callable[[str], Text],
    group: str = "order",
) -> Iterator[Difference]:
    """Yield the fewest rows that have to be moved; what is new or gone has not moved."""
    was, now = list(before), list(after)
    common = [key for key in now if key in set(was)]
    places = {key: place for place, key in enumerate(key for key in was if key in set(now))}
    stayed = _longest_rising([places[key] for key in common])
    old_order = sorted(common, key=places.__getitem__)
    for place, key in enumerate(common):
        if place not in stayed:
            was_place = places[key]
            yield Difference(
                group,
                ChangeKind.MOVED,
                f"{table}.{key}",
                label(key),
                before=_after_whom(old_order[was_place - 1] if was_place else None, label),
                after=_after_whom(common[place - 1] if place else None, label),
            )


def _after_whom(key: str | None, label: Callable[[str], Text]) -> Text:
    if key is None:
        return Text("als Erstes", "first of all")
    name = label(key)
    return Text(f"nach „{name.de}“", f'after "{name.en}"')


def _longest_rising(numbers: Sequence[int]) -> set[int]:
    """Return which places of a row of numbers make its longest rising part.

    >>> sorted(_longest_rising([1, 2, 0, 3]))
    [0, 1, 3]
    """
    ends: list[int] = []  # the smallest last number of a rising part of each length
    at: list[int] = []  # where it stands
    previous: list[int | None] = []
    for place, number in enumerate(numbers):
        length = bisect_left(ends, number)
        previous.append(at[length - 1] if length else None)
        ends[length:] = [number, *ends[length + 1 :]]
        at[length:] = [place, *at[length + 1 :]]
    places: set[int] = set()
    step = at[-1] if at else None
    while step is not None:
        places.add(step)
        step = previous[step]
    return places


# The sheet itself and its tables


# Every value that stands by itself and is compared under a heading, by its place, and how it is read.
_SINGLE: Mapping[str, Callable[[Rules], Any]] = {
    **{key: attrgetter(key) for key, declared in SHEET.items() if declared.group},
    **{
        f"{table}.{key}": attrgetter(f"{table}.{key}")
        for table in ("kontra", "radl")
        for key, declared in TABLES[table].items()
        if declared.group
    },
    "money.cents_per_point": attrgetter("cents_per_point"),
}


def _group_of(place: str) -> str:
    table, _dot, _name = place.partition(".")
    return SHEET[table].group or table


def _singles(before: Rules, after: Rules) -> Iterator[Difference]:
    for place, read in _SINGLE.items():
        old, new = read(before), read(after)
        if old != new:
            *tables, name = place.split(".")
            single = not tables or tables[0] == "money"
            subject = _capital(KEYS[name] if single else KEYS[tables[0]])
            matter = None if single else KEYS[name]
            yield Difference(
                _group_of(place),
                ChangeKind.CHANGED,
                place,
                subject,
                matter,
                value_in_words(before, name, old),
                value_in_words(after, name, new),
            )


def _capital(words: Text) -> Text:
    return Text(*(word[0].upper() + word[1:] for word in words))


def _tables(before: Rules, after: Rules) -> Iterator[Difference]:
    for name, group, old, new in (
        ("trischaken", "trischaken", before.trischaken, after.trischaken),
        ("pagatkassa", "money", before.pagatkassa, after.pagatkassa),
    ):
        if old is None or new is None:
            if old is not new and name != "trischaken":  # it comes and goes with its game
                change = ChangeKind.ADDED if old is None else ChangeKind.REMOVED
                table, says = (new, ValueWords(after)) if old is None else (old, ValueWords(before))
                yield Difference(group, change, name, KEYS[name], details=says.all_of(table))
            continue
        for field in fields(old):
            was, now = getattr(old, field.name), getattr(new, field.name)
            if was != now and not _went_along(field.name, old, new):
                yield Difference(
                    group,
                    ChangeKind.CHANGED,
                    f"{name}.{field.name}",
                    KEYS[name],
                    KEYS[field.name],
                    ValueWords(before).with_companions(old, field.name),
                    ValueWords(after).with_companions(new, field.name),
                )


def _went_along(key: str, before: object, after: object) -> bool:
    """Return whether this changed with the choice that it belongs to."""
    main = COMPANIONS.get(key)
    return main is not None and getattr(before, main) != getattr(after, main)


def _ladder(before: Rules, after: Rules) -> Iterator[Difference]:
    old, new = before.kontra.levels, after.kontra.levels
    for level in _either(old, new):
        if old.get(level) != new.get(level):
            yield Difference(
                "kontra",
                _what_happened(level in old, level in new),
                f"kontra.levels.{level}",
                _same((after if level in new else before).kontra.label(level)),
                None,
                _times(old.get(level)),
                _times(new.get(level)),
            )


def _what_happened(was_there: bool, is_there: bool) -> ChangeKind:
    if not was_there:
        return ChangeKind.ADDED
    return ChangeKind.CHANGED if is_there else ChangeKind.REMOVED


def _times(times: int | None) -> Text | None:
    return None if times is None else _same(f"×{times}")


def _same(words: str) -> Text:
    return Text(words, words)


def _triggers(before: Rules, after: Rules) -> Iterator[Difference]:
    """Yield the triggers that are new, gone or changed; the points of a draw belong to its trigger."""
    for name in TRIGGERS:
        was, now = name in before.radl.triggers, name in after.radl.triggers
        drawn = name == "drawn"
        if was == now and not (drawn and before.radl.drawn != after.radl.drawn):
            continue
        if was and not now and not _can_trigger(name, after):
            continue  # it went with what set it off
        rules = after if now else before
        yield Difference(
            "radl",
            _what_happened(was, now),
            "radl.drawn" if was and now else "radl.triggers",
            KEYS["radl"],
            Text(trigger_in_words(name, rules, "de"), trigger_in_words(name, rules, "en")),
            _drawn(before) if drawn and was else None,
            _drawn(after) if drawn and now else None,
        )


def _can_trigger(name: str, rules: Rules) -> bool:
    if name == "trischaken":
        return rules.trischaken is not None
    return name != MONDFANG or MONDFANG in rules.premiums


def _drawn(rules: Rules) -> Text | None:
    radl: Radl = rules.radl
    return value_in_words(rules, "drawn", radl.drawn)


# Options and words


def _options(before: Rules, after: Rules) -> Iterator[Difference]:
    old, new = _notes(before), _notes(after)
    for key in CHOICES:
        was, now = _offer(before, old, key), _offer(after, new, key)
        if was != now:
            place = f"options.{key}"
            yield Difference("options", ChangeKind.CHANGED, place, OPTIONS[key].matter, None, was, now)
    yield from _words("options", _words_of_notes(old), _words_of_notes(new))
    yield from _moves("options", old, new, lambda key: _name_of(key, (new.get(key) or old[key]).words))


def _name_of(key: str, words: Text | None) -> Text:
    if key in OPTIONS:
        return OPTIONS[key].matter
    assert words is not None, "only an option that changes amounts has none"
    return _short(words)


def _notes(rules: Rules) -> dict[str, OptionNote]:
    return {note.key: note for note in rules.option_notes}


def _words_of_notes(notes: Mapping[str, OptionNote]) -> dict[str, Text]:
    return {key: note.words for key, note in notes.items() if note.words is not None}


def _offer(rules: Rules, notes: Mapping[str, OptionNote], key: str) -> Text:
    """Return what holds for an option and whether a table may choose; only the latter where a game has it."""
    of_the_sheet = OPTIONS[key].of_the_sheet
    if of_the_sheet is not None:
        return of_the_sheet.label if key in notes else Text("wie beim Spiel", "as with the game")
    chosen = choice_label(key, getattr(rules.options, key))
    if key in notes and notes[key].fixed:
        return Text(f"{chosen.de} (gilt immer)", f"{chosen.en} (always)")
    if key in notes:
        return chosen
    return Text(f"{chosen.de} (nicht zur Wahl)", f"{chosen.en} (no choice)")


def _remarks(before: Rules, after: Rules) -> Iterator[Difference]:
    for table in TABLES_OF_WORDS:
        old, new = before.words_in(table), after.words_in(table)
        yield from _words(table, old, new)
        yield from _moves_of_words(table, old, new)


def _moves_of_words(table: str, old: Mapping[str, Text], new: Mapping[str, Text]) -> Iterator[Difference]:
    group = BOOK if table == BOOK else "order"
    yield from _moves(table, old, new, lambda key: _short(new.get(key) or old[key]), group)


def _words(table: str, old: Mapping[str, Text], new: Mapping[str, Text]) -> Iterator[Difference]:
    group = table if table in ("options", BOOK) else "remarks"
    for key in _either(old, new):
        was, now = old.get(key), new.get(key)
        if was != now:
            change = _what_happened(was is not None, now is not None)
            words = now or was
            assert words is not None
            name = _ONE_OF[table] if change is ChangeKind.CHANGED else _short(words)
            yield Difference(group, change, f"{table}.{key}", name, None, was, _only(change, now))


def _only(change: ChangeKind, words: Text | None) -> Text | None:
    """Return the words if they were changed; what is new is told already, as the subject."""
    return words if change is ChangeKind.CHANGED else None


_ONE_OF = {
    "options": Text("Option", "Option"),
    "remarks": Text("Anmerkung", "Remark"),
    "reminders": Text("Erinnerung", "Reminder"),
    "redeals": Text("Neu gegeben wird", "Redeals"),
    "book": Text("Satz im Regelbuch", "Sentence in the rule book"),
}


LONGEST_QUOTED = 60


def _short(words: Text) -> Text:
    """Return the beginning of a remark, in quotation marks."""
    german, english = (
        word if len(word) <= LONGEST_QUOTED else f"{word[:LONGEST_QUOTED].rpartition(' ')[0]} …"
        for word in words
    )
    return Text(f"„{german}“", f'"{english}"')


def _open(before: Rules, after: Rules) -> Iterator[Difference]:
    """Yield changes of rows without a value; one that gets its value is new as a row, not gone from here."""
    for table, old, new, filled in (
        ("contracts", before.open_contracts, after.open_contracts, after.contracts),
        ("premiums", before.open_premiums, after.open_premiums, after.premiums),
    ):
        had: Mapping[str, Any] = before.contracts if table == "contracts" else before.premiums
        for key in _either(old, new):
            was, now = old.get(key), new.get(key)
            if was == now or (now is None and key in filled) or (was is None and key in had):
                continue
            change = _what_happened(was is not None, now is not None)
            label = now or was
            assert label is not None
            place = f"open.{table}.{key}"
            values = (was, now) if change is ChangeKind.CHANGED else (None, None)
            yield Difference(table, change, place, label, KEYS["open"], *values)
        yield from _moves_of_labels(f"open.{table}", old, new)


def _moves_of_labels(table: str, old: Mapping[str, Text], new: Mapping[str, Text]) -> Iterator[Difference]:
    yield from _moves(table, old, new, lambda key: new.get(key) or old[key])


_COMPARED: tuple[Callable[[Rules, Rules], Iterator[Difference]], ...] = (
    _contracts,
    _premiums,
    _ladder,
    _triggers,
    _tables,
    _singles,
    _options,
    _open,
    _remarks,
)
