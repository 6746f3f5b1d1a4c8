"""Writes about one rule sheet in one language."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from scoring.engine.customs import Counting, Custom, Kind
from scoring.engine.declaring import declared
from scoring.engine.loading.tables import TABLES
from scoring.engine.money import money_in_words
from scoring.engine.options import OPTIONS
from scoring.engine.rules import Contract, PremiumRule, Rules
from scoring.engine.sides import limit_as_written
from scoring.engine.texts import Text, either, sentences

SENTENCES = sentences(declared(__name__))
ASSUMED: Mapping[str, frozenset[str]] = {
    slug: frozenset(paths) for slug, paths in declared("scoring.rules.printing.assumed").items()
}
NOT_ON_THE_SHEET = Text("nicht in den Regeln; angenommen", "not on the sheet; assumed")


class Writer:
    """`say("deutsch", "English")` is the one that is wanted."""

    def __init__(
        self, rules: Rules, language: str, agreed: Iterable[str] = (), currency: str = "EUR"
    ) -> None:
        """Write about these rules; of what a table has `agreed` nothing is assumed."""
        self.rules = rules
        self.language, self.currency = language, currency
        self.assumed = ASSUMED.get(rules.slug, frozenset()) - {f"options.{key}" for key in agreed}

    def __call__(self, german: str, english: str, *named: object, path: str = "") -> str:
        """Return the sentence in one language; `path` is what it is about, where that may be assumed."""
        return self.marked(path, either(german, english, self.language).format(*named))

    def sentence(self, key: str, *named: object, path: str = "") -> str:
        """Return a declared sentence; it is about the place of the sheet that it is called after."""
        return self(*SENTENCES[key], *named, path=path or key)

    def key(self, path: str, *named: object, holds: bool = True) -> Iterator[str]:
        """Yield the sentence that is declared for a key, or for a no to it, if there is one."""
        table, _dot, key = path.rpartition(".")
        spec = TABLES[table or "sheet"][key]
        words = spec.printed if holds else spec.printed_no
        if words is not None:
            yield self(*words, *named, path=path)

    def rows(self, path: str, rows: Sequence[Contract | PremiumRule]) -> Iterator[str]:
        """Yield the sentence for a key of these games or premiums, if there are any."""
        if rows:
            yield from self.key(path, self.labels(rows))

    def text(self, text: Text, **named: object) -> str:
        """Return words of the declarations, with what they name put in."""
        words = text.in_language(self.language)
        return words.format(**named) if named else words

    def marked(self, path: str, sentence: str) -> str:
        """Return the sentence, marked where its source leaves this open and the program has assumed it."""
        if path not in self.assumed:
            return sentence
        end = sentence[len(sentence.rstrip(".; ")) :]
        return f"{sentence.removesuffix(end)} ({self(*NOT_ON_THE_SHEET)}){end}"

    def custom(self, custom: Custom, *, path: str = "", **named: object) -> Iterator[str]:
        """Yield the sentence that the Speiszettel prints of a custom, if there is one."""
        if custom.printed is not None:
            yield self.marked(path, self.text(custom.printed, **named))

    def option(self, key: str, **named: object) -> Iterator[str]:
        """Yield the sentence that the Speiszettel prints of the choice that holds, if there is one."""
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
        """Return the same of a Trischaken, which is counted to the Blatt also where limits are rounded."""
        if self.rules.counting is Counting.PLAIN or self.rules.writes_blatt:
            return self("ab {}", "{} or more", self.limit(points))
        return self("gerundet ab {}", "{} or more, rounded", self.limit(points))

    @property
    def trischaken(self) -> str:
        """Return what this sheet calls a Trischaken."""
        return self.labels(self.contracts(kind=Kind.TRISCHAKEN)) or "Trischaken"


def _agrees(row: Contract | PremiumRule, facts: Mapping[str, object]) -> bool:
    return all(getattr(row, key) == value for key, value in facts.items())
