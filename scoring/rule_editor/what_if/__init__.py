"""Evenings and seasons recomputed under another sheet, beside the real ones. Nothing of it is kept."""

from scoring.rule_editor.what_if.choosing import Choosable, chosen_rules, sheets_to_choose
from scoring.rule_editor.what_if.evening import EveningThought, evening_thought
from scoring.rule_editor.what_if.season import SeasonThought, season_thought

__all__ = [
    "Choosable",
    "EveningThought",
    "SeasonThought",
    "chosen_rules",
    "evening_thought",
    "season_thought",
    "sheets_to_choose",
]
