"""What one row of a sheet says of another: it has to exist, and it has to be able to matter.

Everything that could be read is asked, whatever else is wrong; so one look shows every mistake.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.engine.loading.reading import Data, nearest
from scoring.engine.prices import VALAT
from scoring.engine.rules import BesideValat, Contract, Effect, InSolo, Kind, PremiumRule, Radl, Whose
from scoring.engine.triggers import MONDFANG

Mistakes = Iterator[str]


@dataclass(frozen=True)
class _Readable:
    """The rows of a sheet that could be read, and the names of those that are there at all."""

    sheet: Data
    contracts: dict[str, Contract]
    premiums: dict[str, PremiumRule]

    @classmethod
    def of(cls, sheet: Data) -> _Readable:
        return cls(
            sheet,
            {key: row for key, row in sheet.get("contracts", {}).items() if row is not None},
            {key: row for key, row in sheet.get("premiums", {}).items() if row is not None},
        )

    def named(self, key: str, where: str, table: str, what: str) -> Mistakes:
        known = self.sheet.get(table, {})
        if key not in known:
            yield f"{where}: there is no {what} {key!r}{nearest(key, known)}"

    def kinds(self) -> set[Kind]:
        return {contract.kind for contract in self.contracts.values()}

    @property
    def flags_decide(self) -> bool:
        """Do the premiums say themselves whether they count beside a Valat?"""
        by_flag = (BesideValat.TRICK_PREMIUMS, BesideValat.TRICK_OR_KONTRA)
        return self.sheet.get("beside_valat") in by_flag


def inconsistencies(sheet: Data) -> Mistakes:
    """Every mistake between the rows of a sheet."""
    rows = _Readable.of(sheet)
    for key, contract in rows.contracts.items():
        yield from _contract_mistakes(f"contracts.{key}", contract, rows)
    for key, rule in rows.premiums.items():
        yield from _premium_mistakes(f"premiums.{key}", rule, rows)
    yield from _radl_mistakes(rows)
    if rows.flags_decide and not any(rule.counts_beside_valat for rule in rows.premiums.values()):
        yield "beside_valat: no premium says counts_beside_valat = true"
    yield from _table_mistakes(rows)


def _table_mistakes(rows: _Readable) -> Mistakes:
    """Some keys of the sheet go with some kinds of contracts."""
    kinds = rows.kinds()
    if (Kind.TRISCHAKEN in kinds) != ("trischaken" in rows.sheet):
        yield "trischaken: goes with a contract of that kind, and only there"
    for key in ("self_call", "schleifen"):
        if (Kind.CALLING in kinds) != (key in rows.sheet):
            yield f"{key}: goes with contracts that call a king, and only there"
    if any(contract.birds for contract in rows.contracts.values()) != ("bird_by" in rows.sheet):
        yield "bird_by: goes with contracts that have an obligatory bird, and only there"
    for table in ("contracts", "premiums"):
        for key in rows.sheet.get("open", {}).get(table, {}):
            if key in rows.sheet.get(table, {}):
                yield f"open.{table}.{key}: has a value on this sheet"


def _contract_mistakes(where: str, contract: Contract, rows: _Readable) -> Mistakes:
    for bird in contract.birds:
        yield from rows.named(bird, f"{where}.birds", "premiums", "premium")
        if bird in rows.premiums and rows.premiums[bird].announced is None:
            yield f"{where}.birds: {bird!r} has no announced value"
    if contract.beside is not None:
        yield from rows.named(contract.beside, f"{where}.beside", "contracts", "contract")
    kontra, limit = rows.sheet.get("kontra"), contract.kontra_up_to
    if kontra is not None and limit is not None and limit not in kontra.levels:
        yield f"{where}.kontra_up_to: there is no kontra {limit!r}{nearest(limit, kontra.levels)}"
    # A flag that could change nothing is a misunderstanding.
    for flag in ("solo", "colour"):
        if getattr(contract, flag) and not contract.by_points:
            yield f"{where}.{flag}: goes with games by card points only"
    if contract.birds and contract.kind is not Kind.CALLING:
        yield f"{where}.birds: go with contracts that call a king only"
    if contract.blank and (contract.kind is not Kind.CALLING or contract.birds):
        yield f"{where}.blank: goes with contracts that call a king and announce nothing only"


def _premium_mistakes(where: str, rule: PremiumRule, rows: _Readable) -> Mistakes:
    is_valat = rule.key == VALAT
    if rule.counts_beside_valat and (is_valat or not rows.flags_decide):
        yield f"{where}.counts_beside_valat: goes with beside_valat = 'trick_…', and never with the Valat"
    if rule.effect is Effect.REPLACES and not is_valat:
        yield f"{where}.effect: only a Valat takes the place of the game"
    if rule.effect is Effect.MULTIPLIES and rule.in_solo is not InSolo.SAME:
        yield f"{where}.in_solo: what multiplies the game is the same in solo games"
    if rule.opponents_need_kontra and (rule.announced is None or rule.whose is not Whose.EITHER):
        yield f"{where}.opponents_need_kontra: goes with what the opponents can announce only"
    if not rule.in_colour and not any(contract.colour for contract in rows.contracts.values()):
        yield f"{where}.in_colour: there is no colour game on this sheet"


def _radl_mistakes(rows: _Readable) -> Mistakes:
    triggers = rows.sheet.get("radl", Radl()).triggers
    if "trischaken" in triggers and Kind.TRISCHAKEN not in rows.kinds():
        yield "radl.triggers: there is no contract of the kind 'trischaken'"
    if MONDFANG in triggers:
        yield from rows.named(MONDFANG, "radl.triggers", "premiums", "premium")
