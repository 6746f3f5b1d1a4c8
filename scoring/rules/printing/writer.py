"""Writes about one rule sheet in one language."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from scoring.engine.customs import Counting, Custom, Kind
from scoring.engine.declaring import declared
from scoring.engine.loading.places import YES_NO
from scoring.engine.loading.reading import Key
from scoring.engine.loading.tables import READERS, TABLES, USUAL
from scoring.engine.money import money_in_words, number_in_words
from scoring.engine.options import OPTIONS
from scoring.engine.rules import Contract, PremiumRule, Rules
from scoring.engine.sides import limit_as_written, limits_as_written
from scoring.engine.texts import Text, either, sentences
from scoring.rules.values import is_points, named_in_words

SENTENCES = sentences(declared(__name__))
ASSUMED: Mapping[str, frozenset[str]] = {
    slug: frozenset(paths) for slug, paths in declared("scoring.rules.printing.assumed").items()
}
KEYS: Mapping[str, Key] = {
    key if table == "sheet" else f"{table}.{key}": spec
    for table, keys in TABLES.items()
    for key, spec in keys.items()
}
NOTE = "note"  # instead of a chapter: beside the game or premium
NOT_ON_THE_SHEET = Text("nicht in den Regeln; angenommen", "not on the sheet; assumed")


class Writer:
    """`say("deutsch", "English")` is the one that is wanted."""

    def __init__(
        self, rules: Rules, language: str, agreed: Iterable[str] = (), currency: str = "EUR"
    ) -> None:
        """Write about these rules; options in `agreed` are known, not assumed."""
        self.rules = rules
        self.language, self.currency = language, currency
        self.assumed = ASSUMED.get(rules.slug, frozenset()) - {f"options.{key}" for key in agreed}

    def __call__(self, german: str, english: str, *named: object, path: str = "") -> str:
        """Return the sentence in one language; `path` is its key, to mark assumed values."""
        return self.marked(path, either(german, english, self.language).format(*named))

    def sentence(self, key: str, *named: object, path: str = "") -> str:
        """Return a declared sentence by its name, which begins with the key it is about."""
        return self(*SENTENCES[key], *named, path=path or key)

    def words_of(self, path: str, *named: object, holds: bool = True) -> Iterator[str]:
        """Yield the declared sentence for a key, or for its no, with these values filled in."""
        words = KEYS[path].printed if holds else KEYS[path].printed_no
        if words is not None:
            yield self(*words, *named, path=path)

    def key(self, path: str) -> Iterator[str]:
        """Yield the sentences for a declared key and its value."""
        part = getattr(self.rules, path.rpartition(".")[0], self.rules)
        if not isinstance(part, Mapping):
            words, value = self._words_and_value(path, part)
            if words is not None:
                yield self.marked(path, self.text(words, value=value))
            return
        rows: dict[tuple[Text, str, str], list[Any]] = {}  # of which one sentence speaks
        for row in part.values():
            words, value = self._words_and_value(path, row)
            if words is not None:
                group = (value if "{value}" in words.de else "", row.key if "{row}" in words.de else "")
                rows.setdefault((words, *group), []).append(row)
        for (words, value, _one), some in rows.items():
            labels = self.labels(some)
            yield self.marked(path, self.text(words, value=value, row=labels, rows=labels))

    def keys_in(self, chapter: str) -> Iterator[str]:
        """Yield the sentences of the keys that are declared for the end of this chapter."""
        for path, spec in KEYS.items():
            if spec.chapter == chapter:
                yield from self.key(path)

    def notes(self, table: str, row: Contract | PremiumRule) -> Iterator[str]:
        """Yield the notes beside a game or premium that its keys declare."""
        for path, spec in KEYS.items():
            if spec.chapter == NOTE and path.startswith(f"{table}."):
                words, value = self._words_and_value(path, row)
                if words is not None:
                    yield self.text(words, value=value)

    def _words_and_value(self, path: str, holder: Any) -> tuple[Text | None, str]:
        """Return the declared words for a value, if any, and the value in words."""
        table, _dot, key = path.rpartition(".")
        spec, value = KEYS[path], getattr(holder, key, None)
        if value is None or value in ((), {}):
            return None, ""
        words = spec.printed_no if value is False else spec.printed
        if words is None and isinstance(value, Custom):
            words = value.printed
        if words is None and spec.printed is None and value != USUAL.get(table or "sheet", {}).get(key):
            words = _without_words(path, spec)
        return words, self.value(spec, value)

    def value(self, spec: Key, value: Any) -> str:
        """Return the value of a key as this sheet says it."""
        if isinstance(value, Mapping):
            return ", ".join(f"{self.value(spec, name)} {item}" for name, item in value.items())
        if is_points(spec.read) and isinstance(value, tuple):
            first, last = value
            return limits_as_written(first, last, self.rules)
        if is_points(spec.read):
            return self.limit(value)
        if isinstance(value, str) and spec.names_of == "kontra":
            return self.rules.kontra.label(value)
        if isinstance(value, str) and spec.names_of:
            return self.label(getattr(self.rules, spec.names_of)[value])
        if isinstance(value, Text):
            return self.text(value)
        if isinstance(value, tuple):
            return ", ".join(self.value(spec, item) for item in value)
        if isinstance(value, bool):
            return self.text(YES_NO[value])
        if isinstance(value, str):
            return self.text(value.label if isinstance(value, Custom) else named_in_words(value))
        return self.money(value) if spec.read is READERS["cents"] else number_in_words(value)

    def text(self, text: Text, **named: object) -> str:
        """Return words of the declarations, with what they name put in."""
        words = text.in_language(self.language)
        return words.format(**named) if named else words

    def marked(self, path: str, sentence: str) -> str:
        """Return the sentence, marked where its source is silent and the program has assumed something."""
        if path not in self.assumed:
            return sentence
        end = sentence[len(sentence.rstrip(".; ")) :]
        return f"{sentence.removesuffix(end)} ({self(*NOT_ON_THE_SHEET)}){end}"

    def custom(self, custom: Custom, *, path: str = "", **named: object) -> Iterator[str]:
        """Yield the sentence of a custom on the Speiszettel, if there is one."""
        if custom.printed is not None:
            yield self.marked(path, self.text(custom.printed, **named))

    def option(self, key: str, **named: object) -> Iterator[str]:
        """Yield the sentence of an option's choice on the Speiszettel, if there is one."""
        printed = OPTIONS[key].values[self.rules.options[key]].printed
        if printed is not None:
            yield self.marked(f"options.{key}", self.text(printed, **named))

    def label(self, row: Contract | PremiumRule) -> str:
        return row.label.in_language(self.language)

    def labels(self, rows: Iterable[Contract | PremiumRule]) -> str:
        return ", ".join(self.label(row) for row in rows)

    def contracts(
        self, condition: Callable[[Contract], bool] = lambda _: True, **facts: object
    ) -> list[Contract]:
        """Return the wanted games, of which all these facts are true."""
        return [row for row in self.rules.contracts.values() if condition(row) and _agrees(row, facts)]

    def premiums(
        self, condition: Callable[[PremiumRule], bool] = lambda _: True, **facts: object
    ) -> list[PremiumRule]:
        """Return the wanted premiums, of which all these facts are true."""
        return [row for row in self.rules.premiums.values() if condition(row) and _agrees(row, facts)]

    def money(self, cents: int) -> str:
        """Return an amount with its unit."""
        return money_in_words(cents, self.currency, self.language)

    def limit(self, points: int) -> str:
        """Return the points that are enough as this sheet writes them."""
        return limit_as_written(points, self.rules)

    def from_limit(self, points: int) -> str:
        """Return "x or more" for a limit of a Trischaken, which may count to the Blatt where others round."""
        if self.rules.counting is Counting.PLAIN or self.rules.writes_blatt:
            return self("ab {}", "{} or more", self.limit(points))
        return self("gerundet ab {}", "{} or more, rounded", self.limit(points))

    @property
    def trischaken(self) -> str:
        """Return the sheet's name for a Trischaken."""
        return self.labels(self.contracts(kind=Kind.TRISCHAKEN)) or "Trischaken"


def _agrees(row: Contract | PremiumRule, facts: Mapping[str, object]) -> bool:
    return all(getattr(row, key) == value for key, value in facts.items())


def _without_words(path: str, spec: Key) -> Text:
    """Return the label and the value of a key that has no sentence of its own."""
    words = "{}: {{value}}" if spec.chapter == NOTE else "{}: {{value}}."
    if spec.chapter != NOTE and path.startswith(("contracts.", "premiums.")):
        words = "{} ({{rows}}): {{value}}."
    return Text(*(words.format(label[:1].upper() + label[1:]) for label in spec.label))
