"""The keys of a record, in the order in which they are written."""

from __future__ import annotations

HAND_KEYS = dict.fromkeys(("rules", "options", "players", "radl", "games", "premiums", "revoke"))
GAME_KEYS = dict.fromkeys(
    (
        "contract",
        "declarer",
        "partner",
        "king",
        "points",
        "order",
        "buergermeister",
        "jungfrau",
        "won",
        "drawn",
        "tricks",
        "kontra",
        "kontras",
        "kontra_void",
        "conceded",
        "unplayed",
    )
)
PREMIUM_KEYS = dict.fromkeys(("premium", "by", "against", "announced", "made", "kontra", "kontra_void"))
REVOKE_KEYS = dict.fromkeys(("by", "claims"))
SHEET_KEYS = dict.fromkeys(("rules", "options", "players", "dealer", "hands"))
VOID_KEYS = dict.fromkeys(("void", "reason"))
SEATING_KEYS = dict.fromkeys(("event", "players", "dealer"))
DEALER_KEYS = dict.fromkeys(("event", "dealer"))
SCHLUSSRADL_KEYS = dict.fromkeys(("event",))
