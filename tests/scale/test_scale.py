"""What `make scale` asks, without any server."""

from tests.scale.night import Onlooker


def test_whoever_follows_a_tournament_asks_its_public_page() -> None:
    onlooker = Onlooker.of_page(8000, "abcd", 0)
    assert (onlooker.pulse, onlooker.part) == ("/tournaments/abcd/pulse/", "/tournaments/abcd/?part=1")
