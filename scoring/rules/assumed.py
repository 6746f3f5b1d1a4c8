"""What the printed source of a published sheet leaves open, and the program has assumed.

Each place is what a printed sentence is about: a key of the sheet ("options.silent_miss", "renonce"), or what
every sheet says ("six": who sits out). The sentence is marked on the sheet's page. A club that begins its own
sheet with a published one has agreed on it, and reads no mark.
"""

from __future__ import annotations

from collections.abc import Mapping

_OF_THE_OPEN_CHOICES = frozenset({"options.bei_settlement", "options.silent_miss", "premiums.both"})
_STANDARD = _OF_THE_OPEN_CHOICES | {
    "options.vorhand_tie",
    "options.talon_king_kontra",
    "schleifen.bird",
    "six",
    "shared_renonce",
}
_TREFFPUNKT = _OF_THE_OPEN_CHOICES | {"schleifen.bird", "shared_renonce"}
_CUP = _OF_THE_OPEN_CHOICES | {
    *("options.vorhand_tie", "options.talon_king_kontra", "schleifen.bird", "five", "six"),
    *("renonce", "claims", "kontra.levels", "kontra.on_premiums", "kontra.partners"),
    *("shared_renonce", "options.valat_lost_sweep"),
}
_LIVING_CUP = frozenset(
    {
        *("options.silent_miss", "options.negative_kontra", "high_card", "five", "six"),
        *("renonce", "claims", "kontra.on_premiums", "kontra.partners"),
        *("self_call", "bird_by", "premiums.in_solo", "premiums.both"),
    }
)

ASSUMED: Mapping[str, frozenset[str]] = {
    "standard": _STANDARD | {"options.radl_nesting"},
    "standard-skoty": _STANDARD,
    "cup": _CUP,
    "treffpunkt": _TREFFPUNKT | {"options.radl_nesting"},
    "treffpunkt-skoty": _TREFFPUNKT,
    "karlsruhe": _OF_THE_OPEN_CHOICES
    | {
        *("high_card", "five", "six", "king_in_talon", "schleifen", "self_call", "side_by_side"),
        *("options.negative_kontra", "options.radl_nesting", "options.talon_king_kontra"),
        *("options.trischaken_for_schleifen", "radl.schlussradl", "trischaken.equals"),
        *("kontra.on_premiums", "kontra.partners", "kontra.times"),
        *("beside_valat", "premiums.valat.effect", "premiums.in_solo", "contracts.negative"),
    },
    "zwanzigerrufen": frozenset(
        {
            *("high_card", "five", "six", "claims", "kontra.on_premiums", "kontra.partners"),
            *("options.silent_miss", "options.radl_nesting", "radl.schlussradl"),
            *("premiums.both", "shared_renonce"),
        }
    ),
    "oberoesterreich": _LIVING_CUP,
    "wien": _LIVING_CUP | {"shared_renonce", "options.valat_lost_sweep"},
    "tirol": _LIVING_CUP | {"shared_renonce", "options.valat_lost_sweep"},
}
