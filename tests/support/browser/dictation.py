"""Dictates hand records to a scorer: every fact becomes the taps by which somebody says it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.engine.rules import KONTRA_LABELS, Contract, Rules
from tests.support.browser.scorer import Scorer

Record = Mapping[str, Any]


@dataclass(frozen=True)
class Dictation:
    """What one scorer is told, under the rules of their table."""

    scorer: Scorer
    rules: Rules
    language: str

    def label(self, contract: str) -> str:
        return self.rules.contracts[contract].label.in_language(self.language)

    def hand(self, record: Record, playing: Sequence[str]) -> None:
        """In the order of the page; `playing` are the four, Vorhand first."""
        first, *beside = record["games"]
        self.scorer.declarer(first["declarer"]).contract(self.label(first["contract"]))
        self._game(first, playing)
        for game in beside:
            self.scorer.beside(game["declarer"], self.label(game["contract"]))
            self._game(game, playing)
        if "revoke" in record:
            self.scorer.renonce(record["revoke"]["by"], record["revoke"].get("claims"))
        for premium in record.get("premiums", ()):
            self._premium(premium, first, revoked="revoke" in record)

    def void(self, record: Record) -> None:
        say = {"redeal": self.scorer.redeal, "struck": self.scorer.struck}[record["void"]]
        say(record["reason"])

    def _game(self, game: Record, playing: Sequence[str]) -> None:
        scorer = self.scorer
        if "partner" in game:
            scorer.partner(game["partner"])
        elif game.get("king") == "talon":
            scorer.king_in_talon()
        elif game.get("king") == "self":
            scorer.self_called()
        self._result(game, playing)
        if "kontra" in game:
            scorer.kontra(KONTRA_LABELS[game["kontra"]], void=game.get("kontra_void", False))
        for name, level in game.get("kontras", {}).items():
            scorer.kontra_by(name, KONTRA_LABELS[level])

    def _result(self, game: Record, playing: Sequence[str]) -> None:
        scorer, points = self.scorer, game.get("points")
        if game.get("drawn"):
            scorer.drawn()
        elif game.get("conceded"):
            scorer.conceded()
        elif game.get("unplayed"):
            scorer.blank()
        elif "won" in game:
            scorer.won() if game["won"] else scorer.lost()
        elif "tricks" in game:
            scorer.tricks(game["tricks"])
        elif "order" in game:
            self._order(game)
        elif isinstance(points, Mapping):
            scorer.count([points[name] for name in playing[:-1]])  # the last has what is left
        elif points is not None:
            scorer.points(str(points))

    def _order(self, game: Record) -> None:
        most, *second = game["order"]
        self.scorer.most(*most)
        for names in second:
            self.scorer.second(*names)
        self.scorer.jungfrau(*game.get("jungfrau", ()))
        if game.get("buergermeister"):
            self.scorer.buergermeister()

    def _premium(self, premium: Record, game: Record, *, revoked: bool) -> None:
        contract, rule = self.rules.contracts[game["contract"]], self.rules.premiums[premium["premium"]]
        others = premium["by"] not in (game["declarer"], game.get("partner"))
        announced = premium.get("announced", False)
        if announced and not others and premium["premium"] in contract.birds:
            self._bird(premium, contract)
            return
        if not announced and rule.needs is not None and "points" in game:
            return  # the points prove it, and the page has ticked it
        state = "announced" if revoked else ("made" if premium["made"] else "missed")
        self.scorer.premium(
            rule.label.in_language(self.language),
            state if announced else "silent",
            others=others,
            kontra=KONTRA_LABELS[premium["kontra"]] if "kontra" in premium else "",
        )

    def _bird(self, premium: Record, contract: Contract) -> None:
        label = self.rules.premiums[premium["premium"]].label.in_language(self.language)
        if len(contract.birds) > 1:
            self.scorer.bird(label)
        if "made" in premium:
            self.scorer.bird_made(label, made=premium["made"])
        if "kontra" in premium:
            self.scorer.bird_kontra(KONTRA_LABELS[premium["kontra"]])
