"""Words of a rule sheet and of hands: declared in German and English."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import partial
from typing import NamedTuple

Sentences = Mapping[str, "Text"]  # by their codes
LONGEST_KEY = 60  # of a longer one the beginning is compared


class Text(NamedTuple):
    """The same words in both languages."""

    de: str
    en: str

    @classmethod
    def same(cls, words: str) -> Text:
        """Return words that are the same in both languages."""
        return cls(words, words)

    @classmethod
    def declared(cls, words: str | list[str]) -> Text:
        """Return the texts of a file of declarations, in German and English or the same in both."""
        return cls.same(words) if isinstance(words, str) else cls(*words)

    @classmethod
    def joined(cls, texts: Iterable[Text], by: str = ", ") -> Text:
        """Return several texts as one."""
        texts = list(texts)
        return cls(by.join(text.de for text in texts), by.join(text.en for text in texts))

    def in_language(self, language: str) -> str:
        return either(self.de, self.en, language)


def sentences(declared: Mapping[str, str | list[str]]) -> Sentences:
    """Return declared sentences by their codes."""
    return {code: Text.declared(words) for code, words in declared.items()}


def either(german: str, english: str, language: str) -> str:
    """Return the German words for German, else the English ones: the only place that chooses.

    >>> [either("angesagt", "announced", one) for one in ("de", "en", "xx")]
    ['angesagt', 'announced', 'announced']
    """
    return german if language == "de" else english


def listed(names: Sequence[str], language: str) -> str:
    """Return names as a sentence lists them.

    >>> listed(["Bert", "Cilli", "Dora"], "de"), listed(["Bert"], "en")
    ('Bert, Cilli und Dora', 'Bert')
    """
    *first, last = names
    return f"{', '.join(first)}{either(' und ', ' and ', language)}{last}" if first else last


def nearest(key: object, known: Iterable[str], *, loosely: bool = False) -> str | None:
    """Return the known word that a misspelt one is closest to.

    >>> nearest("ruffer", ["rufer", "dreier"]), nearest(7, ["rufer"])
    ('rufer', None)
    """
    close = partial(get_close_matches, cutoff=0.5) if loosely else get_close_matches
    return next(iter(close(key[:LONGEST_KEY], list(known), 1)), None) if isinstance(key, str) else None


def with_nearest(sentences: Sentences, *codes: str) -> Sentences:
    """Return the sentences with a variant for each of these codes that names the nearest right word.

    >>> missing = Text("{key} fehlt.", "{key} is missing; there are {known}.")
    >>> with_nearest({"gone": missing}, "gone")["gone_near"].en
    '{key} is missing; perhaps "{near}" is meant.'
    """
    ends = ("; gemeint ist vielleicht „{near}“.", '; perhaps "{near}" is meant.')
    extended = dict(sentences)
    for code in codes:
        german, english = (words.partition(";")[0].removesuffix(".") for words in sentences[code])
        extended[f"{code}_near"] = Text(german + ends[0], english + ends[1])
    return extended
