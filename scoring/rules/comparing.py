"""Compare two rule sheets key by key, in the words of the keys' declarations."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from scoring.engine.loading import Data, tidied
from scoring.engine.loading.reading import ForEach, Key
from scoring.engine.loading.tables import SHEET, TABLES, USUAL
from scoring.engine.options import OPTIONS, choice_label
from scoring.engine.rules import TABLES_OF_WORDS
from scoring.engine.texts import Text, either
from scoring.rules.exporting import canonical, text_of
from scoring.rules.values import SheetPath, named_in_words, row_in_words, value_at, value_in_words

# The sections of a sheet, in the order in which a Speiszettel is read.
SECTIONS: Mapping[str, Text] = {
    "games": Text("Spiele", "Games"),
    "premiums": Text("Prämien", "Premiums"),
    "doubling": Text("Verdoppeln", "Doubling"),
    "radl": Text("Radl", "Radl"),
    "trischaken": Text("Trischaken", "Trischaken"),
    "options": Text("Optionen und Geld", "Options and money"),
    "words": Text("Worte", "Words"),
}
NAMED_ROWS = ("contracts", "premiums")
FREE_WORDS = ("options", *TABLES_OF_WORDS)  # tables of sentences: of the options those that are only words
RULEBOOK = "book"  # what only the rule book says: many sentences, and no custom among them
LONGEST_QUOTED = 60


class Difference(NamedTuple):
    """A place of the sheet with another value; None: no value."""

    section: str
    path: SheetPath
    what: Text
    old: Text | None
    new: Text | None
    is_whole: bool = False  # a game, a sentence or a table, with everything that it says

    def in_words(self, language: str) -> str:
        """Return the difference in a few words: "Dreier 5 → 6", "Radl, Länge: – → 4", "Einer entfällt"."""
        what = self.what.in_language(language)
        old, new = ("–" if words is None else words.in_language(language) for words in (self.old, self.new))
        if self.is_whole and self.new is None:
            return f"{what} {either('entfällt', 'gone', language)}"
        if self.is_whole and self.old is None:
            details = "" if what.startswith(_QUOTES) or not new else f" ({new})"
            return f"{what} {either('neu', 'new', language)}{details}"
        return f"{what}{'' if self.path[-1] == 'value' else ':'} {old} → {new}"


_QUOTES = ("„", '"')


def differences(old: Data, new: Data) -> list[Difference]:
    """Return all differences, section by section; empty where the sheets are equal."""
    sheets = _Sheets(*(canonical(tidied(data)) for data in (old, new)))
    differing = [difference for key in _either(SHEET, *sheets) for difference in sheets.at(key)]
    order = [*SECTIONS]
    return sorted(differing, key=lambda difference: order.index(difference.section))


class _Sheets(NamedTuple):
    """The sheets that are compared."""

    old: Data
    new: Data

    def at(self, key: str) -> Iterator[Difference]:
        """Yield the differences under a key of the sheet: a value, a table, or a table of rows."""
        was, now = self.old.get(key), self.new.get(key)
        spec = SHEET.get(key) or _unknown(key)
        section, what = spec.section or "words", _title(spec.label)
        are_tables = all(isinstance(value, dict) for value in (was, now) if value is not None)
        if key == "open":
            for table in NAMED_ROWS:
                without = [_table(_table(value).get(table)) for value in (was, now)]
                yield from self._rows(SHEET[table].section, (key, table), *without)
        elif key in (*NAMED_ROWS, *FREE_WORDS) and are_tables:
            yield from self._rows(section, (key,), _table(was), _table(now))
        elif key in TABLES and are_tables and was != now:
            if was is None or now is None:
                yield self._whole(section, (key,), what, TABLES[key], was, now)
            else:
                yield from self._keys(section, (key,), what, TABLES[key], was, now)
        else:
            yield from self._keys(section, (), None, {key: spec}, *(_only(key, data) for data in self))

    def _keys(
        self, section: str, path: SheetPath, what: Text | None, keys: Mapping[str, Key], was: Data, now: Data
    ) -> Iterator[Difference]:
        """Yield the keys of a row or table that have another value."""
        usual = USUAL.get(path[0] if path else "sheet", {})
        for key in _either(keys, was, now):
            values = [row.get(key, usual.get(key)) for row in (was, now)]
            spec = keys.get(key) or _unknown(key)
            named = _named(what, spec.label)
            if values[0] == values[1]:
                continue
            if isinstance(spec.read, ForEach):
                read, tables = spec.read.read, [_table(value) for value in values]
                each = {name: Key(named_in_words(name), read) for name in _either(*tables)}
                yield from self._keys(section, (*path, key), named, each, *tables)
                continue
            old, new = (value_in_words(spec, key, *of) for of in zip(values, self, strict=True))
            if old or new:
                yield Difference(section, (*path, key), what if what and key == "value" else named, old, new)

    def _whole(
        self, section: str, path: SheetPath, what: Text, keys: Mapping[str, Key], was: Any, now: Any
    ) -> Difference:
        """Return a row or table that only one of the sheets has, with all its details."""
        details = _details(keys, was, self.old), _details(keys, now, self.new)
        return Difference(section, path, what, *details, is_whole=True)

    # Rows

    def _rows(self, section: str, path: SheetPath, was: Data, now: Data) -> Iterator[Difference]:
        for key in _either(now, was):
            if was.get(key) != now.get(key):
                yield from self._row(section, (*path, key), was.get(key), now.get(key))
        yield from self._moves(
            section, path, [key for key in was if key in now], [key for key in now if key in was]
        )

    def _moves(
        self, section: str, path: SheetPath, old_order: list[str], new_order: list[str]
    ) -> Iterator[Difference]:
        """Yield the rows that moved, each with the rows before it in both orders."""
        blocks = SequenceMatcher(None, old_order, new_order, autojunk=False).get_matching_blocks()
        stayed = {key for block in blocks for key in old_order[block.a : block.a + block.size]}
        rows = value_at(self.new, path)

        def below(above: list[str]) -> Text:
            name = _label((*path, above[-1]), rows[above[-1]]) if above else None
            return Text(f"nach {name.de}", f"after {name.en}") if name else Text("als Erstes", "first of all")

        for key in (key for key in new_order if key not in stayed):
            what = _named(_label((*path, key), rows[key]), Text("Platz", "place"))
            above = [other for other in old_order[: old_order.index(key)] if other in stayed]
            yield Difference(
                section, (*path, key), what, below(above), below(new_order[: new_order.index(key)])
            )

    def _row(self, section: str, path: SheetPath, was: Any, now: Any) -> Iterator[Difference]:
        table, key = path[0], path[-1]
        if table == "options" and key in OPTIONS:
            yield Difference("options", path, _title(OPTIONS[key].matter), _offer(key, was), _offer(key, now))
        elif table not in NAMED_ROWS:
            yield from self._sentence(section if table == "open" else "words", path, was, now)
        elif was is None or now is None:
            yield self._whole(section, path, _label(path, now or was), TABLES[table], was, now)
        else:
            label = _label(path, was)
            yield from self._keys(section, path, label, TABLES[table], _table(was), _table(now))

    def _sentence(self, section: str, path: SheetPath, was: Any, now: Any) -> Iterator[Difference]:
        """Yield the differences of a sentence: its words, its chapter, its subject."""
        words = text_of(was), text_of(now)
        if was is None or now is None:
            yield Difference(section, path, _label(path, now or was), *words, is_whole=True)
            return
        if words[0] != words[1]:
            yield Difference(section, path, _title(SHEET[path[0]].label), *words)
        keys = {key: spec for key, spec in TABLES["options"].items() if key not in ("de", "en")}
        keyed = [{key: value for key, value in _table(row).items() if key in keys} for row in (was, now)]
        yield from self._keys(section, path, _label(path, was), keys, *keyed)


def _either(*tables: Mapping[str, Any]) -> list[str]:
    """Return the keys of all, each once."""
    return [*dict.fromkeys(key for table in tables for key in table)]


def _table(value: Any) -> Data:
    return value if isinstance(value, dict) else {}


def _only(key: str, data: Data) -> Data:
    return {key: data[key]} if key in data else {}


def _unknown(key: str) -> Key:
    return Key(Text.same(key), lambda loader, value, where: value)


def _title(words: Text) -> Text:
    return Text(*(word[:1].upper() + word[1:] for word in words))


def _named(what: Text | None, label: Text) -> Text:
    return _title(label) if what is None else Text.joined((what, label))


def _label(path: SheetPath, row: Any) -> Text:
    """Return the name of a row; of a sentence its beginning, in quotation marks."""
    table, key = path[0], path[-1]
    if table in NAMED_ROWS:
        return row_in_words(row, key)
    if table == "options" and key in OPTIONS:
        return _title(OPTIONS[key].matter)
    words = text_of(row) or Text.same(key)
    return _named(_title(SHEET[table].label), words) if table == "open" else _quoted(words)


def _quoted(words: Text) -> Text:
    german, english = (
        word if len(word) <= LONGEST_QUOTED else f"{word[:LONGEST_QUOTED].rpartition(' ')[0]} …"
        for word in words
    )
    return Text(f"„{german}“", f'"{english}"')


def _details(keys: Mapping[str, Key], row: Any, data: Data) -> Text | None:
    """Return all values of a row or table: "Wert: 6; Spielart: allein gegen drei"."""
    if not isinstance(row, dict):
        return None if row is None else Text.same(str(row))
    named = []
    for key, value in row.items():
        spec = keys.get(key) or _unknown(key)
        if isinstance(spec.read, ForEach):
            each = _table(value).items()
            words: Text | None = Text.joined(
                Text(*(f"{word} {item}" for word in named_in_words(name))) for name, item in each
            )
        else:
            words = value_in_words(spec, key, value, data)
        if words is not None and key not in ("label", "short"):
            named.append(Text.joined((_title(spec.label), words), ": "))
    return Text.joined(named, "; ")


def _offer(key: str, row: Any) -> Text:
    """Return the value of an option, and whether a table may choose."""
    option, answer = OPTIONS[key], _table(row)
    if option.of_the_sheet is not None and "value" not in answer:
        return option.of_the_sheet.label if answer else Text("wie beim Spiel", "as with the game")
    value = answer.get("value", next(iter(option.values)))
    chosen = choice_label(key, value) if value in option.values else Text.same(str(value))
    if not answer:
        return Text(f"{chosen.de} (nicht zur Wahl)", f"{chosen.en} (no choice)")
    return Text(f"{chosen.de} (gilt immer)", f"{chosen.en} (always)") if answer.get("fixed") else chosen


# Many differences


def grouped(differing: Iterable[Difference]) -> list[tuple[Text, list[Difference]]]:
    """Return the differences under the titles of their sections, those of the rule book at the end."""
    groups: dict[Text, list[Difference]] = {}
    for difference in sorted(differing, key=_is_of_the_book):
        of_the_book = _is_of_the_book(difference)
        title = _title(SHEET[RULEBOOK].label) if of_the_book else SECTIONS[difference.section]
        groups.setdefault(title, []).append(difference)
    return list(groups.items())


def _is_of_the_book(difference: Difference) -> bool:
    return difference.path[0] == RULEBOOK


def note_of(differing: Sequence[Difference], language: str, longest: int = 400) -> str:
    """Return the differences in one line; where they are too many, with the number left out."""
    words, room = list[str](), longest - 30
    of_the_book = [each.in_words(language) for each in differing if _is_of_the_book(each)]
    sentences = [each.in_words(language) for each in differing if not _is_of_the_book(each)]
    if sentences and len(of_the_book) > 1:
        counted = either("{} Sätze im Regelbuch", "{} sentences of the rule book", language)
        of_the_book = [counted.format(len(of_the_book))]
    sentences = [*dict.fromkeys(sentences), *of_the_book]
    for number, sentence in enumerate(sentences):
        room -= len(sentence) + 2
        if room < 0:
            words.append(either("und {} weitere", "and {} more", language).format(len(sentences) - number))
            break
        words.append(sentence)
    return "; ".join(words)
