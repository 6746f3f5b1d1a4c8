"""A rule sheet that is being changed: as the editor's data, and as rules."""

from __future__ import annotations

from functools import cached_property

from scoring.engine.loading import Data, Mistake, SheetError, mistakes_in, rules_from, tidied
from scoring.engine.rules import Rules
from scoring.engine.texts import Text
from scoring.rules import data_of
from scoring.rules.exporting import canonical, exported, label_of


class SheetDraft:
    """A sheet in two forms: the editor's data, and the rules that follow from it.

    A draft is never changed, an edit makes another one: so whatever follows from it is worked out once.
    """

    def __init__(self, answers: Data) -> None:
        self.answers = answers

    @classmethod
    def read(cls, text: str) -> SheetDraft:
        """Return the draft that a TOML text describes."""
        return cls(data_of(text))

    @cached_property
    def text(self) -> str:
        """Return the TOML text in which the draft is stored."""
        return exported(self.answers)

    @cached_property
    def mistakes(self) -> tuple[Mistake, ...]:
        """Return everything that keeps the draft from being played."""
        return mistakes_in(self.answers)

    @cached_property
    def rules(self) -> Rules | None:
        """Return the rules of the draft; None while something is wrong with it."""
        try:
            return rules_from(canonical(tidied(self.answers)), "draft")
        except SheetError:
            return None

    @property
    def label(self) -> Text | None:
        """Return the name of the sheet, if the draft has one."""
        return label_of(self.answers)

    @property
    def name(self) -> str:
        """Return the German name of the sheet; empty if it has no readable one."""
        return "" if self.label is None else self.label.de
