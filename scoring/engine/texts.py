"""Words of a rule sheet and of hands: declared in German and English, in any further language by a file."""

from __future__ import annotations

from typing import NamedTuple

from scoring.engine.languages import FURTHER


class Text(NamedTuple):
    """The same words in both languages."""

    de: str
    en: str

    def in_language(self, language: str) -> str:
        return either(self.de, self.en, language)


def either(german: str, english: str, language: str) -> str:
    """Return what is declared in German and English in one language: the only place that chooses.

    In a further language its own words stand for the English ones; what it has no words for stays English.

    >>> [either("angesagt", "announced", one) for one in ("de", "en", "sl", "xx")]
    ['angesagt', 'announced', 'napovedano', 'announced']
    """
    if language == "de":
        return german
    return english if language == "en" else FURTHER.get(language, {}).get(english, english)
