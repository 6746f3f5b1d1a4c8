"""Certificates of a tournament and of its rounds: who gets one, and what stands on it."""

from dataclasses import replace

from django.http import HttpResponse

from tests.support.pages import certificates
from tests.support.scoring.house import House
from tests.support.scoring.tables import FOUR, dreier
from tests.support.tournaments.playing import Playing, address
from tests.support.tournaments.standings import SECOND, STEEP, begun_at, normal, steep
from tournaments.engine.criteria import MONEY_AVERAGE
from tournaments.engine.terms import Overall, Scope
from tournaments.prizes import verbs

__all__ = ["steep"]

AVERAGED = {"overall": Overall.AVERAGE, "overall_rounds": 1, "overall_criteria": MONEY_AVERAGE}


def ask(playing: Playing, asked: str = "", *, round_: int = 0) -> HttpResponse:
    where = address(playing, "round_certificates", round_) if round_ else address(playing, "certificates")
    return playing.client().get(where + asked)


def text_of(response: HttpResponse) -> str:
    assert response.status_code == 200
    return response.content.decode()


def heads(response: HttpResponse) -> list[tuple[str, str]]:
    """Name and place of each."""
    return [(certificate[2], certificate[3]) for certificate in certificates(response)]


def test_the_first_three_of_a_closed_round_get_one_each(steep: Playing) -> None:
    """Two guests share the second place; the replacement capital of the others is of no matter here."""
    steep.close()
    found = certificates(ask(steep, round_=1))
    assert found == [
        [
            steep.house.club.name,
            "Certificate",
            name,
            place,
            "Herbstturnier, round 1",
            f"Final balance {amount}",
            "Gasthaus, 21 November 2026",
            "Tournament director",
            "For the club",
        ]
        for name, place, amount in (
            ("Bert", "1st place", "100"),
            ("Gast 1", "Shared 2nd place", "95"),
            ("Gast 2", "Shared 2nd place", "95"),
        )
    ]


def test_how_many_who_and_everybody(steep: Playing) -> None:
    steep.close()
    assert len(certificates(ask(steep, "?first=1", round_=1))) == 1
    assert len(certificates(ask(steep, "?first=2", round_=1))) == 3  # equals are not separated
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
    page = text_of(ask(playing))
    assert "as soon as the tournament is finished" in page
    assert address(playing, "round_certificates", 1) in page
    playing.finish()
    assert [place for _name, place in heads(ask(playing))] == ["Shared 1st place"] * 4


def test_a_finished_tournament_shows_the_figure_that_ranks_with_its_part(playing: Playing) -> None:
    """51 and 50: the average of the two rounds has a half."""
    playing.agree(**AVERAGED)
    playing.begin(tables=[FOUR])
    playing.play(1, normal("Anna", "Bert"))
    playing.close()
    playing.level_round(2, tables=[FOUR])
    playing.finish()
    found = certificates(ask(playing))
    assert [(certificate[2], certificate[5]) for certificate in found[:2]] == [
        ("Anna", "Average 50½"),
        ("Bert", "Average 50½"),
    ]


def test_the_schrift_is_shown_with_its_sign(cup: Playing) -> None:
    cup.begin(tables=[FOUR])
    cup.play(1, dreier(cup.names()[cup.table().seats[0]]))
    cup.close()
    label, amount = certificates(ask(cup, round_=1))[0][5].split()
    assert label == "Schrift"
    assert amount.startswith("+")


def test_where_every_round_is_ranked_by_itself_there_are_those_of_the_rounds(steep: Playing) -> None:
    assert steep.tournament.terms.overall is Overall.OFF
    steep.close()
    steep.finish()
    page = text_of(ask(steep))
    assert "every round is ranked separately" in page
    assert certificates(ask(steep)) == []
    assert address(steep, "round_certificates", 1) in page
    for at, further in (("", ()), ("round_", (1,))):  # the standings lead there, for directors alone
        standings = address(steep, f"{at}standings", *further)
        link = address(steep, f"{at}certificates", *further)
        assert link in text_of(steep.client().get(standings))
        assert link not in text_of(steep.client("Emil").get(standings))


def test_where_nobody_has_played_nobody_gets_one(playing: Playing) -> None:
    playing.agree(**AVERAGED)
    playing.finish()
    assert "Nobody is ranked, so there are no certificates." in text_of(ask(playing))


def test_at_tables_ranked_by_themselves_the_first_of_each_get_one(house: House) -> None:
    playing = begun_at(house, replace(STEEP, scope=Scope.TABLE), FOUR, SECOND)
    playing.play(1, normal("Anna", "Bert"))
    playing.play(1, normal("Anna", "Cilli"))
    playing.play(2, normal("Emil", "Gast 1"))
    playing.close()
    assert heads(ask(playing, "?first=1", round_=1)) == [
        ("Anna", "1st place Table 1"),
        ("Emil", "Shared 1st place Table 2"),
        ("Gast 1", "Shared 1st place Table 2"),
    ]


def test_the_prize_stands_there_by_its_name_without_what_it_cost(steep: Playing) -> None:
    steep.close()
    prize = steep.do(verbs.add_prize, name="Schinken", cents=4711)
    steep.do(verbs.give_prize, position=prize.position, player=steep.ids()["Bert"])
    found = certificates(ask(steep, round_=1))
    assert found[0][5] == "Final balance 100 · Prize: Schinken"
    assert not any("Schinken" in line for certificate in found[1:] for line in certificate)
    assert "47" not in " ".join(found[0])


def test_a_lot_that_could_still_decide_is_said(cup: Playing) -> None:
    cup.agree(rounds=1)
    cup.level_round(tables=[FOUR])
    cup.finish()
    assert "unless lots are drawn" in text_of(ask(cup))
