"""Compare two rule sheets: one difference for every single change."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from fractions import Fraction
from functools import partial
from operator import attrgetter
from typing import Any

from scoring.engine.cards import NEEDED_CARDS
from scoring.engine.customs import BY_FLAG, Custom, Kind
from scoring.engine.declaring import declared
from scoring.engine.loading.places import KEYS, YES_NO
from scoring.engine.loading.tables import SHEET, TABLES
from scoring.engine.money import number_in_words
from scoring.engine.options import CHOICES, OPTIONS, choice_label
from scoring.engine.prices import VALAT
from scoring.engine.rules import KONTRA_LABELS, TABLES_OF_WORDS, Contract, OptionNote, PremiumRule, Rules
from scoring.engine.sides import limit_as_written, limits_as_written
from scoring.engine.telling import trigger_text
from scoring.engine.texts import Text, either, sentences
from scoring.engine.triggers import MONDFANG, TRIGGERS

_LIMITS = ("needs", "needs_after_kontra", "step_from", "buergermeister")
_KONTRA = ("kontra_up_to", "with_announced_valat", "void_up_to")
# What exists only beside a certain choice is told with it: it came with that, or went with it.
COMPANIONS = {
    "tricks": "kind",
    "jungfrau_price": "jungfrauen",
    "renonce_times": "renonce",
    "solo_silent": "in_solo",
    "solo_announced": "in_solo",
}
_IN_THE_NAME = ("key", "label", "value", "silent", "announced")
_LIKE_THE_TABLE = Text("so viele, wie am Tisch sitzen", "as many as sit at the table")


def with_companions(rules: Rules, row: object, key: str) -> Text | None:
    """Return a value with those that exist only beside it: "zwei zahlen (Alle Stiche kosten: 4)"."""
    words = value_in_words(rules, key, getattr(row, key))
    companions = [name for name, main in COMPANIONS.items() if main == key and hasattr(row, name)]
    named = _named_values(rules, row, companions)
    if words is None or not named:
        return words
    beside_it = Text.joined(named)
    return Text(f"{words.de} ({beside_it.de})", f"{words.en} ({beside_it.en})")


def details(rules: Rules, row: Contract | PremiumRule) -> tuple[Text, ...]:
    """Return everything that a row says besides its name and value, but for what is usual."""
    unusual = [field.name for field in fields(row) if getattr(row, field.name) not in (field.default, ())]
    named = _named_values(rules, row, [name for name in unusual if name not in _IN_THE_NAME])
    if isinstance(row, Contract) and row.kind is Kind.TRISCHAKEN and rules.trischaken is not None:
        return named + all_entries(rules, rules.trischaken)
    return named


def all_entries(rules: Rules, table: Any) -> tuple[Text, ...]:
    """Return every entry of a table that has a value."""
    return _named_values(rules, table, [field.name for field in fields(table)])


def _named_values(rules: Rules, row: object, keys: Iterable[str]) -> tuple[Text, ...]:
    """Return keys with their values: "Wer es spielen darf: nur die Vorhand"; without those that have none."""
    named = [(KEYS[key], value_in_words(rules, key, getattr(row, key))) for key in keys]
    return tuple(
        Text(f"{name.de}: {words.de}", f"{name.en}: {words.en}") for name, words in named if words is not None
    )


def value_in_words(rules: Rules, key: str, value: Any) -> Text | None:
    """Return the value of a key as this sheet would say it; None if it has none."""
    if value is None or value in ((), {}):
        return _LIKE_THE_TABLE if key == "length" else None
    if isinstance(value, Text):
        return value
    if isinstance(value, bool):
        return YES_NO[value]
    if isinstance(value, Custom):
        return value.label
    if key in _LIMITS:
        return Text.same(limit_as_written(value, rules))
    if key == "drawn":
        first, last = value
        return Text.same(limits_as_written(first, last, rules))
    if key in _KONTRA:
        return Text.same(rules.kontra.label(value))
    if key == "birds":
        return Text.joined(rules.premiums[bird].label for bird in value)
    if key == "cards":
        return Text.joined(NEEDED_CARDS[cards] for cards in value)
    if key == "beside":
        return rules.contracts[value].label
    if key == "names":
        return Text.same(", ".join(f"{KONTRA_LABELS[step]}: {name}" for step, name in value.items()) or "–")
    if isinstance(value, Mapping):
        each = [(trigger_text(name, rules), number) for name, number in value.items()]
        return Text.joined(Text(f"{cause.de} {number}", f"{cause.en} {number}") for cause, number in each)
    if isinstance(value, Fraction):
        return Text.same(number_in_words(value))
    return Text.same(str(value))


class ChangeKind(StrEnum):
    """What became of a part of the rules."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    MOVED = "moved"


RULEBOOK = "book"  # what only the rule book says: many sentences, and no custom among them

_DECLARED = declared(__name__)
GROUPS: Mapping[str, Text] = sentences(_DECLARED["groups"])  # in the order in which they are shown
_ONE_OF = sentences(_DECLARED["one_of"])


@dataclass(frozen=True)
class Difference:
    """One thing that is not as it was. `before` is None where it is new, `after` where it is gone."""

    group: str  # a key of GROUPS
    change: ChangeKind
    path: str  # "contracts.dreier.value", as mistakes name it
    subject: Text  # what it is about: a game, a premium, a table
    matter: Text | None = None  # what of it; None: its value, or the whole of it
    before: Text | None = None
    after: Text | None = None
    details: tuple[Text, ...] = ()  # of what is new or gone: everything else about it

    def in_words(self, language: str) -> str:
        """Return the difference in a few words: "Dreier 5 → 6", "Radl nach 35:35 neu"."""
        subject = self.subject.in_language(language)
        matter = "" if self.matter is None else self.matter.in_language(language)
        old, new_value = (
            "–" if text is None else text.in_language(language) for text in (self.before, self.after)
        )
        match self.change:
            case ChangeKind.MOVED:
                return f"{subject} {new_value}"
            case ChangeKind.CHANGED if matter:
                return f"{subject}, {matter}: {old} → {new_value}"
            case ChangeKind.CHANGED:
                return f"{subject}{'' if self.path.startswith(_NUMBERS) else ':'} {old} → {new_value}"
            case ChangeKind.ADDED:
                new = either("neu", "new", language)
                value = "" if self.after is None else f" ({new_value})"
                return f"{' '.join(filter(None, (subject, matter, new)))}{value}"
            case _:  # removed
                return " ".join(filter(None, (subject, matter, either("entfällt", "gone", language))))


_NUMBERS = ("contracts.", "kontra.levels.")  # "Dreier 5 → 6"


def differences(old: Rules, new: Rules) -> tuple[Difference, ...]:
    """Return everything that differs, group by group; nothing where the two sheets say the same.

    The slugs are left out: they are names of files and versions, not rules.
    """
    unsorted = [difference for compare in _COMPARED for difference in compare(old, new)]
    order = list(GROUPS)
    return tuple(sorted(unsorted, key=lambda difference: order.index(difference.group)))


def grouped(differing: Iterable[Difference]) -> list[dict[str, Any]]:
    """Return the differences under their headings; a heading without differences is left out."""
    by_key: dict[str, list[Difference]] = {key: [] for key in GROUPS}
    for difference in differing:
        by_key[difference.group].append(difference)
    return [{"key": key, "label": GROUPS[key], "differences": ones} for key, ones in by_key.items() if ones]


def note_of(differing: Sequence[Difference], language: str, longest: int = 400) -> str:
    """Return all differences in one line; where they are too many, how many are left out."""
    words: list[str] = []
    room = longest - 30
    sentences = [difference.in_words(language) for difference in differing if difference.group != RULEBOOK]
    handbook_words = [
        difference.in_words(language) for difference in differing if difference.group == RULEBOOK
    ]
    if sentences and len(handbook_words) > 1:
        handbook_words = [
            either("{} Sätze im Regelbuch", "{} sentences of the rule book", language).format(
                len(handbook_words)
            )
        ]
    sentences += handbook_words
    for number, sentence in enumerate(sentences):
        room -= len(sentence) + 2
        if room < 0:
            left = len(sentences) - number
            words.append(either("und {} weitere", "and {} more", language).format(left))
            break
        words.append(sentence)
    return "; ".join(words)


# Rows of games and premiums

# The keys whose value stands for the whole row.
_VALUE = {"contracts": ("value",), "premiums": ("silent", "announced")}

_Row = Contract | PremiumRule


def _rows(table: str, old_rules: Rules, new_rules: Rules) -> Iterator[Difference]:
    old: Mapping[str, _Row] = getattr(old_rules, table)
    new: Mapping[str, _Row] = getattr(new_rules, table)
    for key in _either(old, new):
        if key in old and key in new:
            yield from _row(table, old[key], new[key], old_rules, new_rules)
            continue
        row, rules = (new[key], new_rules) if key in new else (old[key], old_rules)
        worth = _worth(table, row)
        yield Difference(
            "valat" if key == VALAT else table,
            _what_happened(key in old, key in new),
            f"{table}.{key}",
            row.label,
            before=worth if key in old else None,
            after=worth if key in new else None,
            details=details(rules, row),
        )
    yield from _moves(table, old, new, lambda key: (new.get(key) or old[key]).label)


def _row(table: str, old: _Row, new: _Row, old_rules: Rules, new_rules: Rules) -> Iterator[Difference]:
    for change in _changed_keys(f"{table}.{old.key}", old.label, old, new, old_rules, new_rules):
        key = change.path.rpartition(".")[2]
        if key == "counts_beside_valat" and not {old_rules.beside_valat, new_rules.beside_valat} <= BY_FLAG:
            continue  # where the flags do not decide they say nothing
        yield replace(change, group="valat" if old.key == VALAT else TABLES[table][key].group or table)


def _changed_keys(
    path: str, subject: Text, old: Any, new: Any, old_rules: Rules, new_rules: Rules
) -> Iterator[Difference]:
    """Yield the keys of a row or table that changed, but not with the choice that they belong to."""
    for key in (field.name for field in fields(old)):
        main = COMPANIONS.get(key)
        went_along = main is not None and getattr(old, main) != getattr(new, main)
        if getattr(old, key) != getattr(new, key) and not went_along:
            words = with_companions(old_rules, old, key), with_companions(new_rules, new, key)
            matter = None if key == "value" else KEYS[key]
            yield Difference("", ChangeKind.CHANGED, f"{path}.{key}", subject, matter, *words)


def _worth(table: str, row: _Row) -> Text | None:
    """Return what a row is worth, as a list prints it: 5; 4, verloren 8; 1/2 for silent and announced."""
    values = [getattr(row, key) for key in _VALUE[table]]
    words = "/".join("–" if value is None else number_in_words(value) for value in values)
    if isinstance(row, Contract) and row.lost is not None:
        lost = number_in_words(row.lost)
        return Text(f"{words}, verloren {lost}", f"{words}, lost {lost}")
    return Text(words, words)


def _either(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """Return the keys of both, those of the sheet after first and in its order."""
    return [*new, *(key for key in old if key not in new)]


# Order


def _moves(
    table: str,
    old: Mapping[str, object],
    new: Mapping[str, object],
    label: Callable[[str], Text],
    group: str = "order",
) -> Iterator[Difference]:
    """Yield the fewest rows that have to be moved; what is new or gone has not moved."""
    now, was = [key for key in new if key in old], [key for key in old if key in new]
    stayed = _longest_rising(list(map(was.index, now)))
    for index, key in enumerate(now):
        if index not in stayed:
            was_index = was.index(key)
            yield Difference(
                group,
                ChangeKind.MOVED,
                f"{table}.{key}",
                label(key),
                before=_after_whom(label(was[was_index - 1]) if was_index else None),
                after=_after_whom(label(now[index - 1]) if index else None),
            )


def _after_whom(name: Text | None) -> Text:
    return Text(f"nach „{name.de}“", f'after "{name.en}"') if name else Text("als Erstes", "first of all")


def _longest_rising(numbers: Sequence[int]) -> set[int]:
    """Return which places of a row of numbers make its longest rising part.

    >>> sorted(_longest_rising([1, 2, 0, 3]))
    [0, 1, 3]
    """
    ends: list[int] = []  # the smallest last number of a rising part of each length
    at: list[int] = []  # where it stands
    previous: list[int | None] = []
    for index, number in enumerate(numbers):
        length = bisect_left(ends, number)
        previous.append(at[length - 1] if length else None)
        ends[length:] = [number, *ends[length + 1 :]]
        at[length:] = [index, *at[length + 1 :]]
    indexes: set[int] = set()
    step = at[-1] if at else None
    while step is not None:
        indexes.add(step)
        step = previous[step]
    return indexes


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


def _singles(old_rules: Rules, new_rules: Rules) -> Iterator[Difference]:
    for path, read in _SINGLE.items():
        old, new = read(old_rules), read(new_rules)
        if old != new:
            table, _dot, name = path.partition(".")
            single = not name or table == "money"
            key = name or table
            yield Difference(
                SHEET[table].group or table,
                ChangeKind.CHANGED,
                path,
                Text(*(word[0].upper() + word[1:] for word in KEYS[key if single else table])),
                None if single else KEYS[key],
                value_in_words(old_rules, key, old),
                value_in_words(new_rules, key, new),
            )


def _tables(old_rules: Rules, new_rules: Rules) -> Iterator[Difference]:
    for name, group in (("trischaken", "trischaken"), ("pagatkassa", "money")):
        old, new = getattr(old_rules, name), getattr(new_rules, name)
        if old is not None and new is not None:
            for change in _changed_keys(name, KEYS[name], old, new, old_rules, new_rules):
                yield replace(change, group=group)
        elif old is not new and name != "trischaken":  # which comes and goes with its game
            happened = _what_happened(old is not None, new is not None)
            words = all_entries(new_rules, new) if old is None else all_entries(old_rules, old)
            yield Difference(group, happened, name, KEYS[name], details=words)


def _ladder(old_rules: Rules, new_rules: Rules) -> Iterator[Difference]:
    old, new = old_rules.kontra.levels, new_rules.kontra.levels
    for level in _either(old, new):
        if old.get(level) != new.get(level):
            yield Difference(
                "kontra",
                _what_happened(level in old, level in new),
                f"kontra.levels.{level}",
                Text.same((new_rules if level in new else old_rules).kontra.label(level)),
                None,
                _times(old.get(level)),
                _times(new.get(level)),
            )


def _what_happened(was_there: bool, is_there: bool) -> ChangeKind:
    if not was_there:
        return ChangeKind.ADDED
    return ChangeKind.CHANGED if is_there else ChangeKind.REMOVED


def _times(times: int | None) -> Text | None:
    return None if times is None else Text.same(f"×{times}")


def _triggers(old_rules: Rules, new_rules: Rules) -> Iterator[Difference]:
    """Yield the triggers that are new, gone or changed; the points of a draw belong to its trigger."""
    for name in TRIGGERS:
        was, now = name in old_rules.radl.triggers, name in new_rules.radl.triggers
        drawn = name == "drawn"
        if was == now and not (drawn and old_rules.radl.drawn != new_rules.radl.drawn):
            continue
        needs = {"trischaken": new_rules.trischaken, MONDFANG: new_rules.premiums.get(MONDFANG)}
        if was and not now and needs.get(name, name) is None:
            continue  # it went with what set it off
        rules = new_rules if now else old_rules
        yield Difference(
            "radl",
            _what_happened(was, now),
            "radl.drawn" if was and now else "radl.triggers",
            KEYS["radl"],
            trigger_text(name, rules),
            value_in_words(old_rules, "drawn", old_rules.radl.drawn) if drawn and was else None,
            value_in_words(new_rules, "drawn", new_rules.radl.drawn) if drawn and now else None,
        )


# Options and words


def _options(old_rules: Rules, new_rules: Rules) -> Iterator[Difference]:
    old, new = ({note.key: note for note in rules.option_notes} for rules in (old_rules, new_rules))
    for key in CHOICES:
        was, now = _offer(old_rules, old, key), _offer(new_rules, new, key)
        if was != now:
            path = f"options.{key}"
            yield Difference("options", ChangeKind.CHANGED, path, OPTIONS[key].matter, None, was, now)
    words, new_words = (
        {key: note.words for key, note in notes.items() if note.words is not None} for notes in (old, new)
    )
    yield from _words("options", words, new_words)
    named = {key: _short(text) for key, text in {**words, **new_words}.items()}
    named |= {key: option.matter for key, option in OPTIONS.items()}
    yield from _moves("options", old, new, named.__getitem__)


def _offer(rules: Rules, notes: Mapping[str, OptionNote], key: str) -> Text:
    """Return what holds for an option and whether a table may choose; only the latter where a game has it."""
    of_the_sheet = OPTIONS[key].of_the_sheet
    if of_the_sheet is not None:
        return of_the_sheet.label if key in notes else Text("wie beim Spiel", "as with the game")
    chosen = choice_label(key, rules.options[key])
    if key in notes and notes[key].fixed:
        return Text(f"{chosen.de} (gilt immer)", f"{chosen.en} (always)")
    if key in notes:
        return chosen
    return Text(f"{chosen.de} (nicht zur Wahl)", f"{chosen.en} (no choice)")


def _remarks(old_rules: Rules, new_rules: Rules) -> Iterator[Difference]:
    for table in TABLES_OF_WORDS:
        old, new = old_rules.words_in(table), new_rules.words_in(table)
        yield from _words(table, old, new)
        labels = {key: _short(words) for key, words in {**old, **new}.items()}
        yield from _moves(table, old, new, labels.__getitem__, RULEBOOK if table == RULEBOOK else "order")


def _words(table: str, old: Mapping[str, Text], new: Mapping[str, Text]) -> Iterator[Difference]:
    group = table if table in ("options", RULEBOOK) else "remarks"
    for key in _either(old, new):
        was, now = old.get(key), new.get(key)
        if was != now:
            change = _what_happened(was is not None, now is not None)
            words = now or was
            assert words is not None
            name = _ONE_OF[table] if change is ChangeKind.CHANGED else _short(words)
            # What is new stands in its name.
            new_words = now if change is ChangeKind.CHANGED else None
            yield Difference(group, change, f"{table}.{key}", name, None, was, new_words)


LONGEST_QUOTED = 60


def _short(words: Text) -> Text:
    """Return the beginning of a remark, in quotation marks."""
    german, english = (
        word if len(word) <= LONGEST_QUOTED else f"{word[:LONGEST_QUOTED].rpartition(' ')[0]} …"
        for word in words
    )
    return Text(f"„{german}“", f'"{english}"')


def _open(old_rules: Rules, new_rules: Rules) -> Iterator[Difference]:
    """Yield changes of rows without a value; one that gets its value is new as a row, not gone from here."""
    for table in ("contracts", "premiums"):
        old, new = getattr(old_rules, f"open_{table}"), getattr(new_rules, f"open_{table}")
        had, filled = getattr(old_rules, table), getattr(new_rules, table)
        for key in _either(old, new):
            was, now = old.get(key), new.get(key)
            if was == now or (now is None and key in filled) or (was is None and key in had):
                continue
            change = _what_happened(was is not None, now is not None)
            label = now or was
            assert label is not None
            path = f"open.{table}.{key}"
            values = (was, now) if change is ChangeKind.CHANGED else (None, None)
            yield Difference(table, change, path, label, KEYS["open"], *values)
        yield from _moves(f"open.{table}", old, new, {**old, **new}.__getitem__)


_COMPARED: tuple[Callable[[Rules, Rules], Iterator[Difference]], ...] = (
    partial(_rows, "contracts"),
    partial(_rows, "premiums"),
    _ladder,
    _triggers,
    _tables,
    _singles,
    _options,
    _open,
    _remarks,
)
