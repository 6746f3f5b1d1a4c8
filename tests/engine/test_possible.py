"""What a page offers of a sheet: whatever was played is among it, and little is that the engine refuses."""

from __future__ import annotations

import pytest

from scoring.engine.possible import possible_in, possible_premiums
from scoring.engine.sides import of_declarers_side
from scoring.rules import SLUGS, published
from tests.support.engine.hands import build_hand, seeded


@pytest.mark.parametrize("slug", SLUGS)
def test_whatever_a_legal_hand_says_is_among_what_is_offered(slug: str) -> None:
    rules = published()[slug]
    for seed in range(200):
        hand = build_hand(seeded(seed), rules)
        agreed = rules.under(hand.options)
        for game in hand.games:
            contract = agreed.contracts[game.contract]
            allowed = possible_in(contract, agreed)
            assert {game.king, None} <= {None, *allowed["alone"]}
            assert {game.kontra, *game.kontras.values()} <= {None, *allowed["kontra"]}
            assert allowed["only"] != ("never_vorhand" if game.declarer == hand.players[0] else "vorhand")
            said = {"conceded": game.conceded, "drawn": game.drawn, "blank": game.unplayed}
            assert {name for name, is_said in said.items() if is_said} <= {*allowed["results"]}
            assert {other.contract for other in hand.games if other is not game} <= {*allowed["games_beside"]}
            assert allowed["renonce"] or hand.revoke is None
        game = hand.games[0]
        premiums = possible_premiums(agreed.contracts[game.contract], agreed) or {}
        for premium in hand.premiums:
            side = "declarer" if of_declarers_side(game, premium.by) else "others"
            way = "announced" if premium.announced else "silent"
            assert way in premiums[side][premium.premium], (seed, premium)


def test_what_the_sheet_does_not_have_is_not_offered() -> None:
    rules = published()["standard"]
    rufer, bettler = rules.contracts["rufer"], rules.contracts["bettler"]
    assert possible_in(rufer, rules) == {
        "who": "vorhand",
        "only": "vorhand",
        "alone": ["talon"],
        "results": ["won", "lost", "drawn", "conceded"],
        "kontra": ["kontra", "re", "sub"],
        "kontra_with_valat": ["kontra", "re", "sub"],
        "games_beside": [],
        "renonce": True,
        "claims": True,
    }
    assert possible_in(bettler, rules.under({"negative_kontra": "none"}))["kontra"] == []
    assert possible_premiums(bettler, rules) is None
    silently = rules.under({"silent_miss": "charged"})
    for premiums in (possible_premiums(rufer, rules), possible_premiums(rufer, silently)):
        assert premiums is not None
        assert "koenig_ultimo" not in premiums["others"]
        assert "missed" not in premiums["declarer"]["valat"]
        is_charged = premiums != possible_premiums(rufer, rules)
        assert ("missed" in premiums["declarer"]["pagat"]) is is_charged
