"""Who does what at one tournament: named, relieved, and what they may do then."""

from datetime import date
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from scoring.models import Member
from tests.support.every import every
from tests.support.pages import html_at
from tests.support.pages import text_of as text
from tests.support.scoring.counting import values_of
from tests.support.scoring.house import HOUSE, House
from tests.support.stages import stage
from tests.support.tournaments.playing import Playing, address, hand, log_of, opened
from tournaments.cash import verbs as cash
from tournaments.corrections import verbs as repair
from tournaments.duties import end_duty, give_duty
from tournaments.engine.terms import PLAY_MONEY
from tournaments.entrants import verbs as people
from tournaments.models import Duty, Tournament
from tournaments.planning import verbs as planning

FOUR = ("Cilli", "Emil", "Gast 1", "Gast 2")


@stage(on=HOUSE)
def playing(house: House) -> Playing:
    return opened(house, *FOUR, terms=PLAY_MONEY)


def held(playing: Playing) -> dict[str, list[str]]:
    """The names by duty."""
    duties = playing.tournament.duties.select_related("member")
    return {kind: [duty.member.name for duty in duties if duty.kind == kind] for kind in Duty.Kind.values}


@pytest.mark.database
@every("lock", [False, True])
def test_a_tournament_is_found_with_what_it_belongs_to_and_what_the_visitor_may(
    playing: Playing, lock: bool
) -> None:
    playing.do(give_duty, name="Cilli", kind=Duty.Kind.HELPER)
    may = {}
    for who in ("Anna", "Bert", "Cilli", "Dora", "Emil"):
        found = Tournament.numbered(playing.tournament.pk, playing.house[who], lock=lock)
        assert found is not None
        for row in (found, found.club, found.evening, found.evening.club, found.evening.ruleset):
            assert values_of(row) == values_of(type(row)._default_manager.get(pk=row.pk))
        assert found.member_id == playing.house.member(who).pk
        may[who] = (found.is_directed, found.is_arbitrated, found.is_typed, found.is_cashed)
    assert may == {
        "Anna": (True, True, False, False),
        "Bert": (True, True, False, False),
        "Cilli": (False, False, True, False),
        "Dora": (False, True, False, False),
        "Emil": (False, False, False, False),
    }
    assert Tournament.numbered(playing.tournament.pk, playing.house["Franz"], lock=lock) is None
    assert Tournament.numbered(2**63, playing.house["Anna"], lock=lock) is None


def test_the_page_of_a_round_shows_everybody_what_they_may_see_and_do(playing: Playing) -> None:
    playing.do(give_duty, name="Cilli", kind=Duty.Kind.HELPER)
    playing.begin()
    shown = {who: playing.read("round", 1, by=who) for who in ("Bert", "Cilli", "Emil")}
    assert all("Table 1" in page for page in shown.values())
    amounts = {who: "Cilli 50" in page for who, page in shown.items()}
    assert amounts == {"Bert": True, "Cilli": True, "Emil": False}
    assert ["Results 0/" in page for page in shown.values()] == [True, True, False]
    assert ["Pause" in page for page in shown.values()] == [True, False, False]


def test_somebody_is_named_once_and_relieved_and_the_log_tells_it(playing: Playing) -> None:
    for _again in range(2):
        playing.do(give_duty, name=" emil ", kind=Duty.Kind.CASHIER)
    assert held(playing) == {"director": [], "arbiter": [], "cashier": ["Emil"], "helper": []}
    emil = playing.house.member("Emil")
    playing.do(end_duty, tournament=playing.tournament, member=emil.pk, kind=Duty.Kind.CASHIER)
    assert held(playing)["cashier"] == []
    asked = {"member": str(emil.pk), "kind": "cashier"}
    assert "This has been changed in the meantime. Please look again." in playing.told("end_duty", **asked)
    for wrong in ({"member": "²"}, {"member": "9" * 19}, {"member": ""}, {"kind": "king"}):
        assert playing.send("end_duty", **{**asked, **wrong}).status_code == 400, wrong
    assert {*log_of("give_duty")} == {"put Emil at the till of “Herbstturnier”"}
    assert log_of("end_duty") == ["relieved Emil of the till of “Herbstturnier”"]


def test_the_page_names_everybody_with_a_duty_and_takes_another(playing: Playing) -> None:
    assert "At the till nobody" in playing.read("duties")
    page = playing.told("duties", name="Emil", kind="cashier")
    assert "At the till Emil" in page
    way_back = f'href="{playing.tournament.get_absolute_url()}"'
    assert way_back in html_at(playing.client(), address(playing, "duties"))
    refused = playing.told("duties", name="Xaver", kind="cashier")
    assert "No active member is called “Xaver”. Please choose from the list." in refused
    assert "cannot sign in" not in page
    Member.objects.filter(pk=playing.house.member("Emil").pk).update(account=None)
    assert "At the till Emil cannot sign in" in playing.read("duties")


def test_a_director_of_one_tournament_directs_it_and_no_other(playing: Playing, house: House) -> None:
    playing.do(give_duty, name="Cilli", kind=Duty.Kind.DIRECTOR)
    cilli = house["Cilli"]
    give_duty(actor=cilli, deed=uuid4(), tournament=playing.tournament, name="Emil", kind=Duty.Kind.HELPER)
    playing.check_in()
    playing.draw()
    here = playing.client("Cilli")
    assert here.get(f"{playing.tournament.get_absolute_url()}rounds/1/draw/").status_code == 200
    playing.publish()
    playing.start()
    assert playing.play(1, hand("Cilli", "Emil"), by="Cilli").entry.by == house.member("Cilli")
    other = opened(house, title="Anderes", terms=PLAY_MONEY)
    with pytest.raises(PermissionDenied):
        people.register(actor=cilli, deed=uuid4(), tournament=other.tournament, names=["Gast 3"])
    with pytest.raises(PermissionDenied):  # a new one is the club's matter
        planning.copy_tournament(
            actor=cilli,
            deed=uuid4(),
            tournament=playing.tournament,
            title="Noch eines",
            date=date(2026, 12, 1),
            venue="",
            people=False,
        )
    assert "Copy the tournament" not in text(here.get(playing.tournament.get_absolute_url()))


def status(client: Client, playing: Playing, *paths: str) -> list[int]:
    return [client.get(f"{playing.tournament.get_absolute_url()}{path}").status_code for path in paths]


def test_who_is_at_the_till_checks_in_and_takes_money_and_no_more(playing: Playing, house: House) -> None:
    here = playing.client("Emil")
    pages = ("rounds/1/people/", "money/", "people/", "rounds/1/draw/", "duties/", "settings/")
    assert status(here, playing, *pages) == [403] * 6
    playing.do(give_duty, name="Emil", kind=Duty.Kind.CASHIER)
    assert status(here, playing, *pages) == [200, 200, 403, 403, 403, 403]
    gast = playing.tournament.entrants.get(participant__guest="Gast 1")
    house.do(people.check_in_or_out, by="Emil", round_=playing.round(), entrants=[gast.pk], here=True)
    [paid] = house.do(cash.pay, by="Emil", round_=playing.round(), entrants=[gast.pk])
    assert paid.paid == PLAY_MONEY.fee
    with pytest.raises(PermissionDenied):
        house.do(people.withdraw_entrant, by="Emil", entrant=gast)
    assert "Who is here" in text(here.get(playing.tournament.get_absolute_url()))


def test_a_helper_types_paper_tables_and_no_other(playing: Playing, house: House) -> None:
    playing.do(give_duty, name="Hilda", kind=Duty.Kind.HELPER)
    house.enter("Hilda", house.member("Hilda"), by=house["Anna"])
    playing.begin()
    here, hilda = playing.client("Hilda"), house["Hilda"]
    pages = ("rounds/1/", "rounds/1/tables/1/", "disputes/")
    assert status(here, playing, *pages) == [200, 200, 403]
    with pytest.raises(PermissionDenied):
        playing.play(1, hand("Cilli", "Emil"), by="Hilda")
    playing.do(repair.play_on_paper, table=playing.table(), paper=True)
    playing.play(1, hand("Cilli", "Emil"), by="Hilda")
    assert playing.sheet().state.hands == 1
    assert "Write hands" in text(here.get(f"{playing.tournament.get_absolute_url()}rounds/1/tables/1/"))
    with pytest.raises(PermissionDenied):
        repair.play_on_paper(actor=hilda, deed=uuid4(), table=playing.table(), paper=False)
    playing.close()
    typed = playing.sheet().entries.get()
    page = text(here.get(reverse("scoring:hand", args=[typed.sheet_id, typed.pk])))
    assert "Round 1 is not running." in page


def test_arbiters_are_asked_for_when_a_tournament_is_planned_and_go_along_with_a_copy(house: House) -> None:
    here, path = house.client("Bert"), f"/clubs/{house.club.slug}/tournaments/"
    page = here.get(f"{path}new/?preset=spielgeld")
    form = page.context["form"]
    ticked = {choice.data["label"]: choice.data["selected"] for choice in form["arbiters"]}
    assert ticked == {"Anna": False, "Bert": False, "Dora": True}
    dora = house.member("Dora").pk
    sent = {name: value for name, value in form.initial.items() if value not in (None, False)}
    sent |= {"deed": str(uuid4()), "title": "Sommerturnier", "date": "2026-12-01", "arbiters": [dora]}
    sent |= {"fee": "3", "stake": "1", "prizes": ""}
    answer = here.post(f"{path}new/?preset=spielgeld", sent)
    made = Tournament.objects.get(title="Sommerturnier")
    assert answer["Location"] == made.get_absolute_url()
    assert [(duty.member.name, duty.kind) for duty in made.duties.all()] == [("Dora", "arbiter")]
    copy = house.do(
        planning.copy_tournament,
        by="Bert",
        tournament=made,
        title="Noch eines",
        date=date(2026, 12, 8),
        venue="",
        people=False,
    )
    assert [duty.member.name for duty in copy.duties.all()] == ["Dora"]
