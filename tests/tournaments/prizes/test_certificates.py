"""Certificates of a tournament and of its rounds: who gets one, and what stands on it."""

from django.http import HttpResponse

from tests.support.pages import certificates
from tests.support.tournaments.playing import Playing, address
from tests.support.tournaments.standings import steep
from tournaments.engine.criteria import MONEY_AVERAGE
from tournaments.engine.terms import Overall
from tournaments.prizes import verbs

__all__ = ["steep"]

AVERAGED = {"overall": Overall.AVERAGE, "overall_rounds": 1, "overall_criteria": MONEY_AVERAGE}


def ask(playing: Playing, asked: str = "", *, round_: int = 0) -> HttpResponse:
    return playing.client().get(address(playing, "certificates", *filter(None, [round_])) + asked)


def text_of(response: HttpResponse) -> str:
    assert response.status_code == 200
    return response.content.decode()


def heads(response: HttpResponse) -> list[tuple[str, str]]:
    """Name and place of each."""
    return [(certificate[2], certificate[3]) for certificate in certificates(response)]


def test_how_many_who_and_everybody(steep: Playing) -> None:
    steep.close()
    first_three = [("Bert", "1st place"), *((name, "Shared 2nd place") for name in ("Gast 1", "Gast 2"))]
    assert heads(ask(steep, round_=1)) == first_three
    assert heads(ask(steep, "?first=2", round_=1)) == first_three  # equals are not separated
    assert len(certificates(ask(steep, "?first=1", round_=1))) == 1
    everybody = heads(ask(steep, "?whose=everybody", round_=1))
    assert [name for name, _place in everybody] == [
        *("Bert", "Gast 1", "Gast 2", "Cilli", "Gast 3", "Dora", "Anna", "Emil")
    ]
    assert everybody[-1] == ("Emil", "Shared 8th place")
    one = heads(ask(steep, f"?whose={steep.ids()['Gast 3']}&first=nonsense", round_=1))
    assert one == [("Gast 3", "5th place")]
    response = ask(steep, "?whose=999999", round_=1)
    assert "Please choose one of these." in text_of(response)
    assert certificates(response) == []
    steep.agree(round_criteria=("bust_last",))  # which has no amount to be shown
    first = certificates(ask(steep, "?first=1", round_=1))[0]
    assert first[2:6] == ["Bert", "Shared 1st place", "Herbstturnier, round 1", ""]


def test_there_are_none_while_a_round_or_the_tournament_is_played(playing: Playing) -> None:
    playing.agree(**AVERAGED)
    playing.begin()
    assert "as soon as it is closed" in text_of(ask(playing, round_=1))
    assert certificates(ask(playing, round_=1)) == []
    playing.level(1)
    playing.close()
    assert len(certificates(ask(playing, round_=1))) == 4
    assert "as soon as the tournament is finished" in text_of(ask(playing))
    playing.finish()
    assert [place for _name, place in heads(ask(playing))] == ["Shared 1st place"] * 4


def test_the_prize_stands_there_by_its_name_without_what_it_cost(steep: Playing) -> None:
    steep.close()
    prize = steep.do(verbs.add_prize, name="Schinken", cents=4711)
    steep.do(verbs.give_prize, position=prize.position, player=steep.ids()["Bert"])
    found = certificates(ask(steep, round_=1))
    assert found[0][5] == "Final balance 100 · Prize: Schinken"
    assert not any("Schinken" in line for certificate in found[1:] for line in certificate)
    assert "47" not in " ".join(found[0])
