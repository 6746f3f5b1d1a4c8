"""Print a rule sheet as a rule book, chapter by chapter, for readers without any other source."""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from scoring.engine.rules import CHAPTERS, Contract, PremiumRule, Rules
from scoring.rules.printing.customs import Matter, customs_by_chapter
from scoring.rules.printing.writer import Writer

# Where the Speiszettel says what a word means, and the book alone the rest of it: "Ouvert: …" comes first.
_EXPLAINED_FIRST = frozenset({"ouvert"})


class Chapter(NamedTuple):
    """One matter, and everything the sheet says about it."""

    key: str
    title: str
    sentences: tuple[str, ...]
    agreements: tuple[str, ...] = ()  # how it is played where that is agreed


def rulebook_chapters(
    rules: Rules,
    language: str,
    agreed: Mapping[str, str | int] = MappingProxyType({}),
    currency: str = "EUR",
) -> tuple[Chapter, ...]:
    """Return the chapters of one sheet in one language, without empty ones."""
    rules = rules.under(agreed)
    say = Writer(rules, language, agreed, currency)
    customs = customs_by_chapter(say)

    chapters = []
    for key, title in CHAPTERS.items():
        handbook_words = (rules.book, rules.remarks)
        words = [
            remark.in_language(language)
            for table in (
                *(reversed(handbook_words) if key in _EXPLAINED_FIRST else handbook_words),
                rules.reminders,
            )
            for remark in table.values()
            if remark.chapter == key
        ]
        if key == "dealing" and rules.redeals:
            again = ", ".join(hand.in_language(language) for hand in rules.redeals.values())
            words.append(say("Neu gegeben: {}.", "Dealt again: {}.", again))
        agreements = tuple(
            note.words.in_language(language)
            for note in rules.option_notes
            if note.words is not None and note.chapter == key
        )
        words += _other_names(say, key)
        custom = customs.get(key, Matter(title.in_language(language), ()))
        sentences = (*words, *custom.sentences)
        if sentences or agreements:
            # A table may call a Trischaken otherwise.
            named = custom.title if key == "trischaken" else title.in_language(language)
            chapters.append(Chapter(key, named, sentences, agreements))
    return tuple(chapters)


def _other_names(say: Writer, chapter: str) -> Iterator[str]:
    """Yield other names of games and premiums for the chapters about them."""
    rows: dict[str, Iterable[Contract | PremiumRule]] = {
        "bidding": say.rules.contracts.values(),
        "announcing": say.rules.premiums.values(),
    }
    named = [f"{say.label(row)} ({say.text(row.also)})" for row in rows.get(chapter, ()) if row.also]
    if named:
        yield say("Auch so genannt: {}.", "Also called: {}.", ", ".join(named))
