"""Words of a rule sheet and of hands, in both languages."""

from __future__ import annotations

from typing import NamedTuple


class Text(NamedTuple):
    """The same words in both languages."""

    de: str
    en: str

    def in_language(self, language: str) -> str:
        return self.en if language == "en" else self.de
