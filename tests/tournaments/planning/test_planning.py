"""A tournament is set up: what it begins as, what is asked, what is refused, what may still change."""

import datetime
from dataclasses import replace
from fractions import Fraction
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from scoring.models import Member
from scoring.rules import published
from tests.support.pages import html_at, text_of
from tests.support.refusals import problems_of, refuses
from tests.support.scoring.house import House
from tests.support.scoring.house_rules import dearer, own, save
from tests.support.scoring.tables import FOUR
from tests.support.stored_forms import forms_in
from tests.support.tournaments.playing import Hands, Playing, hand, log_of, opened
from tests.support.tournaments.standings import of
from tournaments.draw.verbs import draw_rounds
from tournaments.engine.seating import Method
from tournaments.engine.terms import (
    CUP,
    PLAY_MONEY,
    AtTheBell,
    Double,
    Format,
    Overall,
    Scope,
    Showing,
    Terms,
)
from tournaments.models import Attendance, Preset, State, Tournament
from tournaments.planning import verbs as planning
from tournaments.planning.forms import arranged
from tournaments.planning.pages import left_open
from tournaments.results_file.exporting import tournament_in_file


def form_on(text: str) -> dict[str, str]:
    """Return what a browser would send of all forms on a page, with a new id."""
    forms = forms_in(text[text.index("<main") :])
    found = {name: values[-1] for form in forms for name, values in form.sent.items() if values}
    return found | {"deed": str(uuid4())}


def page(house: House, rest: str = "") -> str:
    return f"/clubs/{house.club.slug}/tournaments/{rest}"


FORMS: dict[str, dict[str, str]] = {}  # of the presets for everybody: as they were on the page once


def begin(house: House, preset: str) -> tuple[Client, str, dict[str, str]]:
    client, path = house.client("Bert", "en"), page(house, f"new/?preset={preset}")
    typed = FORMS.get(preset) or form_on(html_at(client, path))
    if preset in ("cup", "spielgeld"):
        FORMS[preset] = typed
    here = {"title": "Autumn", "date": "2026-11-21", "place": "Gasthaus Post", "deed": str(uuid4())}
    return client, path, typed | here


def mistakes(response: Any) -> dict[str, list[str]]:
    """What is told at each field."""
    assert response.status_code == 200
    with translation.override("en"):
        return {
            name: [str(sentence) for sentence in said]
            for name, said in response.context["form"].errors.items()
        }


def posted(client: Client, path: str, typed: dict[str, str]) -> Tournament:
    response = client.post(path, typed)
    assert response.status_code == 302, mistakes(response)
    return Tournament.objects.whole().order_by("-pk")[0]


# What it begins as


def test_the_play_money_preset_is_the_tournament_sheet(house: House) -> None:
    tournament = posted(*begin(house, "spielgeld"))
    terms = tournament.terms
    assert terms == PLAY_MONEY
    assert (terms.minutes, terms.fee, terms.capital, terms.stake, terms.replacement) == (30, 300, 50, 1, 50)
    evening = tournament.evening
    assert (evening.ruleset.slug, evening.venue, evening.options) == ("zwanzigerrufen", "Gasthaus Post", {})
    assert evening.date == datetime.date(2026, 11, 21)
    assert not tournament.public
    assert [round_.number for round_ in tournament.rounds.all()] == [1]


def test_the_cup_preset_plays_sixteen_hands_and_a_kontra_counts_as_is_chosen(house: House) -> None:
    tournament = posted(*begin(house, "cup"))
    assert tournament.terms == CUP
    assert tournament.evening.ruleset.slug == "cup"
    assert tournament.evening.options == {"schrift_kontra": "none"}
    for kontra, options in (("simple", {"schrift_kontra": "simple"}), ("as_sheet", {})):
        client, path, typed = begin(house, "cup")
        tournament = posted(client, path, typed | {"title": kontra, "schrift_kontra": kontra})
        assert tournament.evening.options == options


def test_everything_can_be_different(house: House) -> None:
    client, path, typed = begin(house, "spielgeld")
    tournament = posted(
        client,
        path,
        typed
        | {
            "rules": "treffpunkt",
            "rounds": "4",
            "minutes": "25",
            "hands_4": "12",
            "fee": "2,50",
            "capital": "60",
            "stake": "1/2",
            "replacement": "40",
            "scope": "table",
            "overall": "average",
            "averaged": "2",
            "in_money": "balance lot",
            "average_money": "average wins",
            "choosers": "3",
            "prizes": "Schinken\n\n  Wein  \nSpeck",
            "bell": "cut",
            "double": "called",
            "method": "by_standing",
            "gives_back": "",
            "showing": "at_the_end",
        },
    )
    terms = tournament.terms
    assert (terms.rounds, terms.minutes, dict(terms.hands), terms.fee) == (4, 25, {4: 12}, 250)
    assert (terms.capital, terms.stake, terms.replacement) == (60, Fraction(1, 2), 40)
    assert (terms.scope, terms.overall, terms.overall_rounds) == (Scope.TABLE, Overall.AVERAGE, 2)
    assert terms.round_criteria == ("balance", "lot")
    assert terms.overall_criteria == ("average", "wins")
    assert (terms.choosers, terms.prizes) == (3, ("Schinken", "Wein", "Speck"))
    assert (terms.bell, terms.double, terms.method) == (AtTheBell.CUT, Double.CALLED, Method.BY_STANDING)
    assert (terms.gives_back, terms.showing) == (False, Showing.AT_THE_END)
    assert tournament.evening.options == {"radl_start": "called"}


def test_overall_the_best_rounds_the_sum_and_the_average_rank_in_money_and_in_a_cup(house: House) -> None:
    """What is left as it is offered: the criteria, and for the average as many rounds as most have played."""
    ranked = {
        ("spielgeld", "best_of", 3): ("best_balances", "lot"),
        ("spielgeld", "sum", 2): ("sum_balance", "lot"),
        ("spielgeld", "average", 2): ("average", "lot"),
        ("cup", "best_of", 3): ("best_schrift", "best_round", "next_best", "lot"),
        ("cup", "average", 2): ("average_schrift", "best_round", "next_best", "lot"),
    }
    for (preset, overall, best), criteria in ranked.items():
        client, path, typed = begin(house, preset)
        answers = {"title": f"{preset} {overall}", "overall": overall, "best_rounds": "3"}
        terms = posted(client, path, typed | answers).terms
        assert (terms.overall, terms.overall_best, terms.overall_criteria) == (overall, best, criteria)
        assert terms.overall_rounds == (None if overall == "average" else 1)


# What is wrong is told where it is


def test_every_bad_value_is_told_at_its_field_and_everything_typed_stays(house: House) -> None:
    client, path, typed = begin(house, "spielgeld")
    response = client.post(
        path,
        typed
        | {
            "title": " ",
            "date": "morgen",
            "rounds": "0",
            "minutes": "x",
            "hands_5": "-1",
            "fee": "drei",
            "ticket": "viel",
            "capital": "0",
            "stake": "1/0",
            "replacement": "",
            "choosers": "-2",
            "bell": "gong",
            "in_money": "balance balance",
        },
    )
    assert mistakes(response) == {
        "title": ["Please give a name."],
        "date": ["Please give the date, such as 24.12.2026."],
        "rounds": ["At least 1, please."],
        "minutes": ["A whole number, please, such as 30."],
        "hands_5": ["At least 1, please."],
        "fee": ["An amount such as 12 or 7.50, please."],
        "ticket": ["An amount such as 12 or 7.50, or nothing."],
        "capital": ["At least 1, please."],
        "stake": ["A number, please, such as 1, 0,5 or 1/2."],
        "replacement": ["A whole number, please, such as 30."],
        "choosers": ["At least 0, please."],
        "bell": ["Please choose one."],
        "in_money": ["“Final balance” is here twice. Please remove one of them."],
    }
    text = unescape(response.content.decode())
    for value in ("morgen", "drei", "1/0", "balance balance"):
        assert f'value="{value}"' in text
    far_too_much = {"minutes": "9999", "choosers": "99", "date": "1900-01-01", "prizes": "x" * 20_001}
    assert mistakes(client.post(path, typed | far_too_much)) == {
        "minutes": ["At most 240, please."],
        "choosers": ["At most 20, please."],
        "date": ["Please check the date: it is too far away."],
        "prizes": ["This is far too long."],
    }
    assert not Tournament.objects.exists()


def test_a_list_of_criteria_that_cannot_rank_is_refused_with_the_reason(house: House) -> None:
    client, path, typed = begin(house, "spielgeld")
    for names, sentence in (
        ("", "Please choose at least one criterion: without any, everybody is level."),
        ("balance luck", "There is no criterion “luck”. Please remove it and choose from the list."),
        ("schrift", "“Schrift” means nothing in this ranking. Please take it out."),
        (
            "lot balance",
            "“Final balance” comes after the lot, which leaves nothing to decide. Please move it up.",
        ),
        ("left_last balance", "“Left early” always comes first and needs no place here. Please take it out."),
    ):
        assert mistakes(client.post(path, typed | {"in_money": names})) == {"in_money": [sentence]}, names


def test_what_belongs_to_the_other_format_is_kept_and_not_judged(house: House) -> None:
    client, path, typed = begin(house, "spielgeld")
    cup = typed | {"format": "cup", "overall": "sum", "capital": "viel", "minutes": ""}
    response = client.post(path, cup)
    assert mistakes(response) == {"minutes": ["Please say how many minutes or how many hands a round takes."]}
    assert 'value="viel"' in response.content.decode()
    tournament = posted(client, path, cup | {"hands_4": "16", "deed": str(uuid4())})
    assert tournament.terms.format is Format.CUP
    assert tournament.terms.round_criteria == ("schrift",)
    assert tournament.terms.overall is Overall.SUM
    assert tournament.terms.overall_criteria == ("schrift", "best_round", "next_best", "lot")


def test_of_the_ranking_over_all_rounds_only_what_the_chosen_one_asks_is_judged(house: House) -> None:
    client, path, typed = begin(house, "cup")
    typed |= {"title": "", "best_rounds": "x", "averaged": "x", "least": "x"}
    for overall, asked in {
        "off": [],
        "best": ["least"],
        "best_of": ["best_rounds", "least"],
        "average": ["averaged"],
        "sum": ["least"],
    }.items():
        assert sorted(mistakes(client.post(path, typed | {"overall": overall}))) == [*asked, "title"], overall


def test_nobody_calls_doubled_hands_under_a_sheet_without_any(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    called = replace(PLAY_MONEY, double=Double.CALLED)
    doubling = published()["zwanzigerrufen"]
    plain = replace(doubling, radl=replace(doubling.radl, triggers=(), schlussradl=False))
    assert planning.problems_with(called, doubling) == {}
    with translation.override("en"):
        told = {"double": ["Nothing is doubled under this rule sheet, so nobody can call it."]}
        assert planning.problems_with(called, plain) == told
        assert planning.problems_with(replace(PLAY_MONEY, prizes=("Wein",) * 101)) == {
            "prizes": ["At most 100 prizes, please."]
        }
    client, path, typed = begin(house, "spielgeld")
    monkeypatch.setattr(planning, "offered", lambda _club: {typed["rules"]: plain})
    assert mistakes(client.post(path, typed | {"double": "called"})) == told


def test_what_a_form_would_not_send_is_refused_by_the_verb_too(house: House) -> None:
    terms = replace(PLAY_MONEY, round_criteria=(), prizes=("x" * 81,))
    refused = problems_of(opened, house, rules="no-such-sheet", terms=terms)
    assert set(refused) == {"rules", "round_criteria", "prizes"}
    asked = {"title": "x" * 81, "date": datetime.date(1900, 1, 1), "venue": "y" * 81}
    asked |= {"club": house.club, "rules": "cup", "terms": CUP}
    assert set(problems_of(house.do, planning.open_tournament, by="Bert", **asked)) == {
        "title",
        "date",
        "place",
    }
    with pytest.raises(PermissionDenied):
        house.do(planning.open_tournament, by="Emil", **asked)


def test_buttons_put_criteria_into_order_and_keep_what_was_typed(house: House) -> None:
    client, path, typed = begin(house, "spielgeld")
    typed |= {"capital": "viel", "title": "Herbst", "gives_back": ""}
    text = unescape(client.post(path, typed | {"arrange": "out in_money bust_last"}).content.decode())
    assert 'name="in_money" value="balance"' in text
    assert 'value="viel"' in text
    assert "errorlist" not in text
    tournament = posted(client, path, form_on(text) | {"capital": "50"})
    assert tournament.terms.round_criteria == ("balance",)


@pytest.mark.parametrize(
    ("button", "now"),
    [
        ("up in_money a", "a b lot"),
        ("down in_money a", "b a lot"),
        ("down in_money lot", "a b lot"),
        ("up in_money lot", "a lot b"),
        ("out in_money b", "a lot"),
        ("out in_money gone", "a b lot"),
        ("add in_money", "a b c lot"),
        ("add in_cup", "a b lot"),  # nothing is chosen there
        *((none, None) for none in ("", "add", "add nowhere", "up nowhere balance", "x y z w")),
    ],
)
def test_what_each_button_does(button: str, now: str | None) -> None:
    found = arranged({"in_money": "a b lot", "new_in_money": "c", "arrange": button})
    assert (found and (found["in_money"], found["gives_back"])) == (now and (now, False))


# Presets of the club


def test_terms_are_saved_as_a_preset_while_setting_up_and_one_goes_on(house: House) -> None:
    client, path, typed = begin(house, "spielgeld")
    typed |= {"title": "", "capital": "60", "preset": "Unser Turnier"}
    response = client.post(path, typed | {"preset_too": "yes"})
    text = unescape(response.content.decode())
    assert 'name="capital" value="60"' in text
    assert "errorlist" not in text
    preset, terms = Preset.objects.get(), replace(PLAY_MONEY, capital=60)
    assert (preset.name, preset.rules, preset.terms) == ("Unser Turnier", "zwanzigerrufen", terms)
    tournament = posted(*begin(house, str(preset.pk)))
    assert tournament.terms.capital == 60
    client, path, typed = begin(house, "spielgeld")
    response = client.post(path, typed | {"preset": " ", "preset_too": "yes"})
    assert mistakes(response) == {"preset": ["Please give a name."]}
    slips = {"capital": "0", "stake": "0", "fee": "1000,01"}
    response = client.post(path, typed | {"preset": "Herbst", "preset_too": "yes"} | slips)
    assert mistakes(response) == {
        "capital": ["At least 1, please."],
        "stake": ["More than 0, please, such as 1, 0,5 or 1/2."],
        "fee": ["From 0 to 1000, please."],
    }
    assert Preset.objects.get() == preset
    client, path, typed = begin(house, str(preset.pk))
    house.do(planning.remove_preset, by="Bert", preset=preset)
    response = client.post(path, typed | {"title": "", "capital": "70"})
    assert response.context["begin"].key == "spielgeld"
    assert 'name="capital" value="70"' in unescape(response.content.decode())


TAKEN = "“Herbst” already exists. Save again to replace it, or choose another name."


def test_two_presets_do_not_have_one_name(house: House) -> None:
    first, second = (
        house.do(planning.save_preset, by="Bert", club=house.club, name=name, rules="cup", terms=CUP)
        for name in ("Herbst", "Winter")
    )
    rename = {"by": "Bert", "preset": second}
    with refuses({"name": ["“Herbst” already exists. Please choose another name."]}):
        house.do(planning.rename_preset, **rename, name="Herbst")
    house.do(planning.rename_preset, **rename, name="Sommer")
    assert Preset.objects.get(pk=second.pk).name == "Sommer"
    house.do(planning.remove_preset, by="Bert", preset=Preset.objects.get(pk=second.pk))
    with refuses({"form": ["This has been changed in the meantime. Please look again."]}):
        house.do(planning.rename_preset, **rename, name="Frühling")
    asked = {"actor": house["Bert"], "club": house.club, "name": "Herbst", "rules": "cup"}
    assert problems_of(planning.save_preset, **asked, deed=uuid4(), terms=PLAY_MONEY) == {"name": [TAKEN]}
    assert Preset.objects.get(pk=first.pk).terms == CUP
    again = planning.save_preset(**asked, deed=uuid4(), terms=PLAY_MONEY, replaces="Herbst")
    assert again.pk == first.pk
    assert Preset.objects.get(pk=first.pk).terms == PLAY_MONEY


# What may still change


def change(playing: Playing, terms: Terms | None = None, **further: Any) -> Tournament:
    tournament = of(playing)
    evening = tournament.evening
    asked = {"title": tournament.title, "date": evening.date, "venue": evening.venue}
    asked |= {"terms": terms or tournament.terms, "reason": "So vereinbart", **further}
    return playing.do(planning.change_tournament, tournament=tournament, **asked)


def test_before_the_first_round_everything_changes_and_the_log_says_what(playing: Playing) -> None:
    terms = replace(PLAY_MONEY, capital=60, double=Double.OFF, minutes=None, hands={4: 12})
    day = datetime.date(2026, 12, 5)
    change(playing, terms, title="Winterturnier", date=day, venue="Stadtsaal", rules="treffpunkt")
    assert list(problems_of(change, playing, rules="no-such-sheet")) == ["rules"]
    found = of(playing)
    evening = found.evening
    assert found.terms == terms
    assert (found.title, evening.venue, evening.date) == ("Winterturnier", "Stadtsaal", day)
    assert (evening.ruleset.slug, evening.options) == ("treffpunkt", {"radl_start": "called"})
    [said] = log_of("change_tournament")
    for part in (
        "changed the tournament “Winterturnier”: title Herbstturnier → Winterturnier",
        "date 21 Nov 2026 → 5 Dec 2026",
        "place Gasthaus → Stadtsaal",
        "capital 50 → 60",
        "minutes a round 30 → no clock",
        "hands a round – → 12",
        "doubled hands as the rule sheet says → none",
    ):
        assert part in said
    change(playing)
    assert any("without a change" in line for line in log_of("change_tournament"))


def test_once_a_round_was_started_what_was_played_under_stays(started: Playing) -> None:
    why = ["The first round has been started: what was played under it stays as it is."]
    other = {"capital": 60, "stake": Fraction(2), "replacement": 20}
    with refuses(dict.fromkeys((*other, "rules"), why)):
        change(started, replace(PLAY_MONEY, **other), rules="cup")
    assert of(started).terms == PLAY_MONEY


def test_the_page_asks_only_what_may_still_change_and_says_why(
    house: House, playing: Playing, watch: Hands
) -> None:
    client, path = house.client("Bert", "en"), f"{playing.tournament.get_absolute_url()}settings/"
    playing.agree(ticket=800)
    playing.begin()
    text = html_at(client, path)
    assert 'name="capital"' not in text
    typed = form_on(client.get(path).content.decode()) | {"minutes": "20", "prizes": "Speck", "capital": "99"}
    assert mistakes(client.post(path, typed)) == {"reason": ["Please give the reason."]}
    typed |= {"reason": "Zwei waren gleich", "in_money": "bust_last balance lot", "fee": "4"}
    typed |= {"place": "Adler", "double": "called"}
    assert client.post(path, typed).status_code == 302
    terms = of(playing).terms
    assert (terms.minutes, terms.prizes, terms.capital, terms.ticket) == (20, ("Speck",), 50, 800)
    assert (terms.round_criteria, terms.fee) == (("bust_last", "balance", "lot"), 400)
    assert "radl_start" not in playing.sheet().options  # what was begun plays on as it was
    assert of(playing).evening.options == {"radl_start": "called"}  # of the next round
    assert "reason: Zwei waren gleich" in log_of("change_tournament")[0]
    playing.do(planning.show_tournament, public=True)
    public = text_of(client.get(f"/tournaments/{playing.tournament.code}/"))
    assert "Minutes a round: 30 → 20 (Zwei waren gleich)" in public
    assert "Doubled hands: as the rule sheet says → once a round, called by the director" in public
    changes = {one["term"]: one for one in tournament_in_file(of(playing))["changes"]}
    assert (changes["double"]["was"], changes["double"]["is"]) == ("trigger", "called")
    assert "→ Adler" not in public, "where it is played was not agreed on"
    playing.close()
    playing.begin(2)
    assert [playing.round(number).minutes for number in (1, 2)] == [30, 20]


def test_the_newest_version_of_the_sheet_is_taken_when_asked_for(house: House) -> None:
    ruleset = own(house, "Sonnwendblatt")
    save(house, ruleset, dearer(6))
    playing = opened(house, rules=ruleset.slug, terms=CUP)
    client, path = house.client("Bert", "en"), f"{playing.tournament.get_absolute_url()}settings/"
    assert 'name="newest"' not in html_at(client, path)
    begun = playing.tournament.evening.ruleset
    save(house, ruleset, dearer(7))
    text = client.get(path).content.decode()
    assert client.post(path, form_on(text)).status_code == 302
    assert of(playing).evening.ruleset_id == begun.pk
    assert client.post(path, form_on(text) | {"newest": "on"}).status_code == 302
    assert of(playing).evening.ruleset.edition == begun.edition + 1


def test_a_round_that_nobody_was_drawn_for_goes_and_comes_with_their_number(started: Playing) -> None:
    started.close()
    started.check_in(2)
    change(started, replace(PLAY_MONEY, rounds=1))
    assert [round_.number for round_ in started.tournament.rounds.all()] == [1]
    change(started, replace(PLAY_MONEY, rounds=2))
    assert [round_.number for round_ in started.tournament.rounds.all()] == [1, 2]
    started.check_in(2)
    Attendance.objects.filter(round__number=2).update(paid=300, paid_at=started.tournament.made_at)
    assert problems_of(change, started, replace(PLAY_MONEY, rounds=1)) == {
        "rounds": ["Somebody has paid for round 2 already. Please take that back first."]
    }
    started.draw(2)
    told = {"rounds": ["At least 2: round 2 has been drawn already."]}
    assert problems_of(change, started, replace(PLAY_MONEY, rounds=1)) == told


# Shown, finished, opened again


def test_it_is_finished_when_nothing_is_open_and_opened_again_with_a_reason(
    house: House, started: Playing
) -> None:
    client, here = house.client("Bert", "en"), started.tournament.get_absolute_url()
    client.post(f"{here}finish/", {"deed": str(uuid4())})
    assert Tournament.objects.get().state == State.RUNNING
    started.level(1)
    started.close()
    text = html_at(client, f"{here}finish/")
    assert "1 of 3 rounds have been played." in text
    assert "4 entry fees have not been paid." in text
    started.agree(fee=0)
    assert not [sentence for sentence in left_open(started.tournament) if "paid" in sentence]
    started.agree(rounds=1)
    assert left_open(started.tournament) == []
    client.post(f"{here}finish/", {"deed": str(uuid4())})
    assert Tournament.objects.get().state == State.FINISHED
    assert problems_of(change, started) == {"form": ["This tournament is finished."]}
    response = client.post(f"{here}reopen/", {"deed": str(uuid4()), "reason": " "})
    assert mistakes(response) == {"reason": ["Please give the reason."]}
    client.post(f"{here}reopen/", {"deed": str(uuid4()), "reason": "Eine Hand fehlt"})
    found = Tournament.objects.get()
    assert (found.state, found.finished_at) == (State.RUNNING, None)
    assert log_of("reopen_tournament") == ["opened the tournament “Herbstturnier” again: Eine Hand fehlt"]


def test_what_nobody_has_played_is_planned_when_it_is_opened_again(playing: Playing) -> None:
    playing.finish()
    playing.do(planning.reopen_tournament, reason="Doch noch")
    assert Tournament.objects.get().state == State.PLANNED


# Copied


def test_a_copy_has_the_terms_the_rules_and_those_who_have_not_left_and_nothing_of_what_was_played(
    house: House, playing: Playing
) -> None:
    playing.register(["Karl", "Lois"])
    playing.pass_round(tables=[("Anna", "Bert", "Cilli", "Dora", "Karl", "Lois")])
    client, here = house.client("Bert", "en"), playing.tournament.get_absolute_url()
    text = html_at(client, f"{here}copy/")
    typed = form_on(text) | {"date": "2027-01-09", "people": "on"}
    copy = posted(client, f"{here}copy/", typed)
    evening, before = copy.evening, playing.tournament.evening
    assert (copy.title, copy.terms, copy.state) == ("Herbstturnier (copy)", PLAY_MONEY, State.PLANNED)
    assert (evening.date, evening.venue) == (datetime.date(2027, 1, 9), "Gasthaus")
    assert evening.ruleset_id == before.ruleset_id
    assert copy.code != playing.tournament.code
    names = copy.evening.names()
    there = [names[str(entrant.participant_id)] for entrant in copy.entrants.all()]
    assert there == ["Anna", "Bert", "Cilli", "Dora", "Karl", "Lois"]
    assert copy.evening.participants.filter(member=None).count() == 2
    assert [(round_.number, round_.stage) for round_ in copy.rounds.all()] == [(1, "check_in")]
    assert not Attendance.objects.filter(round__tournament=copy).exists()
    assert not copy.evening.sheets.exists()
    Member.objects.filter(name="Cilli").update(active=False)
    playing.tournament.entrants.filter(participant__member__name="Dora").update(
        withdrawn_at=playing.tournament.made_at
    )
    text = html_at(client, f"{here}copy/")
    assert "they withdrew or left the club: Cilli, Dora" in text
    assert not posted(client, f"{here}copy/", form_on(text)).entrants.exists()
    again = posted(client, f"{here}copy/", form_on(text) | {"people": "on"})
    assert again.entrants.count() == 4


# The list, and the club's page


def test_the_list_has_what_runs_first_then_what_comes_then_what_is_over(house: House) -> None:
    over, planned, runs, _sooner = (
        opened(house, title=title, terms=PLAY_MONEY) for title in ("Over", "Planned", "Runs", "Sooner")
    )
    over.finish()
    runs.register(["Anna", "Bert", "Cilli", "Dora"])
    runs.begin()
    change(planned, date=datetime.date(2026, 12, 24))
    text = html_at(house.client("Emil", "en"), page(house))
    titles = ("Runs", "Sooner", "Planned", "Over")
    places = [text.index(f">{title}<") for title in titles]
    assert places == sorted(places)
    club = html_at(house.client("Emil", "en"), f"/clubs/{house.club.slug}/")
    assert [title for title in titles if f">{title}<" in club] == ["Runs", "Sooner"]


def test_what_runs_has_its_clock_and_standings_and_the_past_its_winners(house: House) -> None:
    past, runs = (opened(house, *FOUR, title=title, terms=PLAY_MONEY) for title in ("Past", "Runs"))
    for playing in (past, runs):
        playing.begin(tables=[FOUR])
        playing.play(1, hand("Bert", "Cilli"))
        playing.close()
    past.finish()
    runs.begin(2, names=FOUR, tables=[FOUR])
    text = html_at(house.client("Bert", "en"), page(house))
    felt = text[text.index('<section class="felt">') :].partition("</section>")[0]
    assert "data-reading" in felt
    assert "To table 1" in felt
    assert "Standings, Round 1" in text
    assert text.count('<span class="rank">1=</span>') == 2
    assert '<strong>Past</strong><small>Bert, Cilli</small></span> <b class="end">51</b>' in text


def test_the_list_takes_the_same_few_queries_however_long_it_is(
    house: House, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = house.client("Bert", "en")
    client.get(page(house))
    for many in (1, 3):
        for number in range(many):
            over, _open = (opened(house, *FOUR, title=f"{many}.{number}", terms=PLAY_MONEY) for _ in range(2))
            over.level_round(tables=[FOUR])
            over.finish()
        # session, account, club, how many, those of the page, open ones; for the winners people, tables,
        # entrants, lots, who left
        with django_assert_num_queries(11):
            html_at(client, page(house))


def test_a_round_that_was_drawn_ahead_goes_with_its_tables_where_fewer_are_wanted(playing: Playing) -> None:
    playing.check_in()
    playing.do(draw_rounds, round_=playing.round(), seed="voraus")
    change(playing, replace(PLAY_MONEY, rounds=1))
    assert [round_.number for round_ in playing.tournament.rounds.all()] == [1]
    playing.clean()
