"""Several clubs hold one series together: each keeps its people, nobody sees more than results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.deeds import Refused
from scoring.guests.verbs import rename_guest
from scoring.models import Club, Deed, Evening, Member
from scoring.people.chronicle import told as told_of
from scoring.people.verbs.members import rename_member
from scoring.privacy.anonymising import anonymise_member
from scoring.sharing.feeds import EveningPeople
from tests.support.scoring.archives import brought, emptied, exported, rows
from tests.support.scoring.house import House
from tests.support.tournaments.joint import BEST_THREE, JOINT, SOUTH, Joint, evening_in
from tests.support.tournaments.playing import Hands
from tests.support.tournaments.playing import opened as opened_tournament
from tests.support.tournaments.series import opened, told
from tournaments.engine.finals import Carry, FinalTerms
from tournaments.engine.series import WhoCounts
from tournaments.engine.terms import CUP, PLAY_MONEY
from tournaments.finals.pages import final_of, shown_final
from tournaments.finals.verbs import accept_final, decline_final, set_final
from tournaments.groups.verbs import open_group
from tournaments.joint import verbs
from tournaments.joint.pages import invitation_behind
from tournaments.joint.stored import stored_of_joint_series
from tournaments.joint.words import WORDS
from tournaments.models import (
    BroughtPoints,
    JointClub,
    MemberGroup,
    SamePerson,
    Series,
    SeriesEvent,
    SeriesLot,
)
from tournaments.people.verbs import register
from tournaments.planning.verbs import open_tournament
from tournaments.sections.pages import BEST, divided
from tournaments.series.feeds import series_results
from tournaments.series.old import EndTableLine
from tournaments.series.pages import person_in, shown_series
from tournaments.series.stored import stored_of_series
from tournaments.series.verbs import (
    BroughtLine,
    bring_old_results,
    bring_points,
    change_series,
    choose_events,
    draw_series_lot,
    open_series,
    remove_series,
    show_series,
)
from tournaments.series.verifying import of_series
from tournaments.series.year import year_of, years_with_series

joint = JOINT.fixture()


def rows_of(series: Series) -> dict[str, str]:
    """Return everybody with their clubs, as a reader sees them."""
    shared = {True: "=", False: "."}
    rows_ = shown_series(Series.objects.get(pk=series.pk)).rows
    return {row.with_club: f"{row.rank}{shared[row.place.tied]} {row.points}" for row in rows_}


A, B, C = "Mühlviertler Runde", "Kaffeehaus Süd", "Stammtisch Nord"


def test_best_three_of_five_events_of_three_clubs_by_hand(joint: Joint) -> None:
    apart = rows_of(joint.series)  # a Dreier is 15 for one and -5 for three
    assert apart[f"Ida ({C})"] == "1. 45"
    assert apart[f"Anna ({A})"] == apart[f"Franz ({B})"] == "2= 20"  # both 25 and -5
    assert apart[f"Anna ({B})"] == "4. 20"  # 15 and 5
    joint.one_person()
    # Anna: 25 + 15 + 5, and -5 does not count; Ida's best result is better.
    # Bert 5 - 5, Cilli 15 - 15; Dora, Gerti and Hans -5 - 15; the others of the Stammtisch -15.
    expected = {
        f"Ida ({C})": "1. 45",
        f"Anna ({A}, {B})": "2. 45",
        f"Franz ({B})": "3. 20",
        f"Cilli ({A})": "4. 0",
        f"Bert ({A})": "5. 0",
        **dict.fromkeys((f"Jakob ({C})", f"Karl ({C})", f"Lena ({C})"), "6= -15"),
        **dict.fromkeys((f"Dora ({A})", f"Gerti ({B})", f"Hans ({B})"), "9= -20"),
    }
    for series in (joint.series, joint.of_south, joint.of_north):
        assert rows_of(series) == expected
    anna = person_in(shown_series(joint.of_south), f"m{joint.south.members.get(name='Anna').pk}", "de")
    assert anna is not None
    assert [one.start and (one.start.points, one.start.counts) for one in anna.events] == [
        *((25, True), (-5, False), (15, True), (5, True)),
        None,
    ]


def test_clubs_are_teams_and_members_of_named_clubs_count(joint: Joint) -> None:
    joint.one_person()
    joint.by_other_terms(replace(BEST_THREE, clubs_are_teams=True, team_best=2))
    shown = shown_series(joint.of_north)
    # Anna 45 and Cilli 0, Ida 45 and one of those with -15, Franz 20 and one with -20: who is in two
    # clubs plays for the first.
    found = [(row.name, row.place.rank, row.place.points) for row in shown.team_rows]
    assert found == [(A, 1, 45), (C, 2, 30), (B, 3, 0)]
    # of whom an old end table of the Kaffeehaus Süd knows but the name, plays for no team
    line = EndTableLine("Cup", date(2019, 10, 4), "Otti", None, 500)
    bring_old_results(actor=joint.house["Franz"], deed=uuid4(), series=joint.of_south, lines=[line])
    shown = shown_series(joint.of_north)
    assert [(row.name, row.place.rank, row.place.points) for row in shown.team_rows] == found
    assert next((row.name, row.points) for row in shown.rows) == ("Otti", 500)
    assert [one.address for one in shown.held if one.title == "Cup"] == [""]
    joint.by_other_terms(replace(BEST_THREE, who=WhoCounts.CLUBS, clubs=(joint.south.pk,)))
    assert rows_of(joint.series) == {
        f"Anna ({A}, {B})": "1. 45",
        f"Franz ({B})": "2. 20",
        **dict.fromkeys((f"Gerti ({B})", f"Hans ({B})"), "3= -20"),
    }


def test_the_terms_ask_for_clubs_where_there_are_several(joint: Joint) -> None:
    bert, where = joint.house.client("Bert"), f"{joint.series.get_absolute_url()}settings/"
    page = bert.get(where).content.decode()
    assert C in page
    form = {
        "title": "Jahreswertung",
        "ladder": "schrift",
        "beyond": "nothing",
        "equals": "mean",
        "best": "3",
        "counting": "best",
        "parts": "2",
        "least": "1",
        "who": "clubs",
        "teams": "clubs",
    }
    refused = bert.post(where, form | {"deed": str(uuid4())}).content.decode()
    assert "die Klubs ankreuzen" in refused
    asked = {"actor": joint.house["Bert"], "deed": uuid4(), "club": joint.house.club}
    women = open_group(**asked, name="Damen", people=["Anna"])
    both = form | {"who": "everybody", "teams": ["clubs", str(women.pk)], "deed": str(uuid4())}
    assert "entweder die Klubs oder Gruppen" in bert.post(where, both).content.decode()
    bert.post(where, form | {"deed": str(uuid4()), "clubs": [str(joint.south.pk), str(joint.north.pk)]})
    terms = Series.objects.get(pk=joint.series.pk).terms
    assert (terms.clubs, terms.clubs_are_teams) == ((joint.south.pk, joint.north.pk), True)
    assert 'name="teams" value="clubs" id="id_teams_0" checked' in bert.get(where).content.decode()
    of_part = joint.house.client("Franz").get(f"{joint.of_south.get_absolute_url()}settings/", follow=True)
    assert of_part.redirect_chain == [(joint.of_south.get_absolute_url(), 302)]
    assert "Die Bedingungen legt der Klub fest" in of_part.content.decode()
    page = bert.get(joint.series.get_absolute_url()).content.decode()
    assert f"Nur Mitglieder von {B}, {C} zählen" in page


def test_a_club_sees_results_of_another_and_nothing_else(joint: Joint) -> None:
    """Neither where it plays, nor what it wrote down, nor pages of its own."""
    house, here = joint.house, joint.of_south.get_absolute_url()
    bring_points(
        actor=house["Bert"], deed=uuid4(), series=joint.series, lines=[BroughtLine("Cilli", 3, "Privatsache")]
    )
    Evening.objects.filter(club=house.club).update(place="bei Bert daheim")
    franz = house.client("Franz")
    cilli = f"m{house.member('Cilli').pk}"
    pages = [franz.get(one).content.decode() for one in (here, f"{here}people/{cilli}/", f"{here}teams/")]
    pages += [franz.get(f"{here}export/json/").content.decode()]
    for page in pages:
        assert not [one for one in ("Privatsache", "daheim", f"/clubs/{house.club.slug}/") if one in page]
    assert "Cilli" in pages[0]
    assert "Emil" not in pages[0]  # did not play
    assert (
        "Privatsache"
        in house.client("Emil").get(f"{joint.series.get_absolute_url()}people/{cilli}/").content.decode()
    )


DIRECTING = ("clubs/", "same/", "events/")  # pages of directors


def test_whoever_is_in_no_club_of_it_finds_nothing_and_members_do_not_direct(joint: Joint) -> None:
    house = joint.house
    gerti = joint.south.members.get(name="Gerti")
    house.enter("Gerti", gerti, by=house["Franz"])
    expected = {  # the organiser's own address, that of the part: page, and pages of directors
        "Bert": (200, 200, 404, 404),
        "Emil": (200, 403, 404, 404),
        "Franz": (404, 404, 200, 200),
        "Gerti": (404, 404, 200, 403),
        "Olga": (404, 404, 404, 404),
    }
    for who, answers in expected.items():
        client, found = house.client(who), []
        for series in (joint.series, joint.of_south):
            where = series.get_absolute_url()
            found.append(client.get(where).status_code)
            [status] = {client.get(f"{where}{one}").status_code for one in DIRECTING}
            found.append(status)
        assert tuple(found) == answers, who
    assert Client().get(joint.of_south.get_absolute_url()).status_code == 404
    franz = {"actor": house["Franz"], "deed": uuid4()}
    with pytest.raises(PermissionDenied):
        verbs.invite_club(**franz, series=joint.series, name="Runde Ost")
    foreign = f"e{Evening.objects.filter(club=house.club).latest('pk').pk}"
    with pytest.raises(Refused):
        choose_events(**franz, series=joint.of_south, among=[foreign], chosen=[foreign])
    for verb, about in (
        (change_series, {"title": "Unsere", "terms": BEST_THREE}),
        (show_series, {"public": True}),
        (verbs.invite_club, {"name": "Runde Ost"}),
    ):
        with pytest.raises(Refused, match=A):
            verb(actor=house["Franz"], deed=uuid4(), series=joint.of_south, **about)


def test_everybody_reads_the_clubs_where_it_is_shown(joint: Joint) -> None:
    joint.one_person()
    bert = joint.house["Bert"]
    code = show_series(actor=bert, deed=uuid4(), series=joint.series, public=True).code
    page = Client().get(f"/series/{code}/").content.decode()
    assert f"{A}, {B}, {C}" in page
    assert f"({A}, {B})</small>" in page
    assert (
        f"/series/{code}/"
        in joint.house.client("Franz").get(joint.of_south.get_absolute_url()).content.decode()
    )
    assert (
        f"2. Anna ({A}, {B})"
        in joint.house.client("Bert").get(joint.series.get_absolute_url()).content.decode()
    )
    table = Client().get(f"/series/{code}/export/json/").json()["tables"][0]
    assert table["rows"][1][2:4] == ["Anna", f"{A}, {B}"]
    where = f"{joint.series.get_absolute_url()}certificates/?whose=first&first=3"
    assert f"<i>·</i> {C}" in joint.house.client("Bert").get(where).content.decode()


def test_a_page_takes_twelve_queries_however_many_clubs_hold_the_series(joint: Joint) -> None:
    joint.one_person()
    counts = []
    for who, series in (("Bert", joint.series), ("Franz", joint.of_south)):
        client, where = joint.house.client(who), series.get_absolute_url()
        client.get(where)
        with CaptureQueriesContext(connection) as asked:
            assert client.get(where).status_code == 200
        counts.append(len(asked))
    assert max(counts) <= 12, counts


# They come and go


def sentences(club: Club) -> list[str]:
    deeds = Deed.objects.filter(club=club, verb__in=WORDS).order_by("at", "pk")
    return [f"{one.actor} {told_of(one)}" for one in deeds]


def invite(joint: Joint, name: str | None) -> JointClub:
    return verbs.invite_club(actor=joint.house["Bert"], deed=uuid4(), series=joint.series, name=name)


def test_a_club_is_invited_by_name_declines_and_is_asked_again(joint: Joint) -> None:
    house = joint.house
    bert, olga = house.client("Bert"), house.client("Olga")
    where, theirs = (
        f"{joint.series.get_absolute_url()}clubs/",
        f"/clubs/{joint.east.slug}/tournaments/series/",
    )
    for typed, said in ((" ", "Namen des Klubs"), ("Runde West", "Kein anderer Klub"), (B, "gemeinsam")):
        assert said in bert.post(where, {"deed": str(uuid4()), "name": typed}).content.decode()
    for answer in ("decline", "accept"):
        assert bert.post(where, {"deed": str(uuid4()), "name": " runde  OST"}).status_code == 302
        with pytest.raises(Refused, match="schon eingeladen"):
            invite(joint, "Runde Ost")
        [code] = JointClub.objects.filter(club=joint.east).values_list("code", flat=True)
        for where_ in (theirs, joint.east.get_absolute_url()):
            assert f"{theirs}invited/{code}/" in olga.get(where_).content.decode()
        assert house.client("Franz").get(f"{theirs}invited/{code}/").status_code == 404
        assert (
            house.client("Anna")
            .get(f"/clubs/{house.club.slug}/tournaments/series/invited/{code}/")
            .status_code
            == 404
        )
        assert A in olga.get(f"{theirs}invited/{code}/").content.decode()
        neither = olga.post(f"{theirs}invited/{code}/", {"deed": str(uuid4()), "answer": "maybe"})
        assert neither.status_code == 400
        answered = olga.post(f"{theirs}invited/{code}/", {"deed": str(uuid4()), "answer": answer})
        assert ("/events/" in answered["Location"]) is (answer == "accept")
    logged = Deed.objects.filter(club=joint.east, verb__in=WORDS).order_by("at", "pk")
    assert [one.actor for one in logged] == [A, "Olga", A, "Olga"]
    assert sentences(house.club)[-1].startswith("Runde Ost ")


def test_whoever_has_the_link_answers_for_a_club(joint: Joint) -> None:
    house, where = joint.house, f"{joint.series.get_absolute_url()}clubs/"
    house.client("Bert").post(where, {"deed": str(uuid4()), "link": "yes"})
    code = JointClub.objects.get(club=None).code
    assert f"/joint/{code}/" in house.client("Bert").get(where).content.decode()
    assert Client().get(f"/joint/{code}/")["Location"].startswith("/sign-in/")
    assert Client().get("/joint/nowhere/").status_code == 404
    assert (
        "Inhaber oder Leiter" in house.client("Bert").get(f"/joint/{code}/").content.decode()
    )  # of no other club
    assert joint.east.name in house.client("Anna").get(f"/joint/{code}/").content.decode()
    led = house.client("Olga").get(f"/joint/{code}/")["Location"]
    assert led == f"/clubs/{joint.east.slug}/tournaments/series/invited/{code}/"
    there_already = f"/clubs/{joint.south.slug}/tournaments/series/invited/{code}/"
    franz = house.client("Franz").post(there_already, {"deed": str(uuid4()), "answer": "accept"}, follow=True)
    assert "schon beteiligt" in franz.content.decode()
    house.client("Franz").post(there_already, {"deed": str(uuid4()), "answer": "decline"})  # good for others
    house.client("Olga").post(led, {"deed": str(uuid4()), "answer": "accept"})
    part = Series.objects.get(club=joint.east)
    assert part.title == "Drei Vereine"
    assert rows_of(part) == rows_of(joint.series)
    assert house.client("Olga").get(led)["Location"] == part.get_absolute_url()


def test_demonstrations_full_series_and_clubs_of_one_name_are_refused(joint: Joint) -> None:
    there = invite(joint, None)
    olga: dict[str, Any] = {"actor": joint.house["Olga"], "joint": there, "club": joint.east}
    clubs = Club.objects.filter(pk__in=(joint.house.club.pk, joint.east.pk))
    clubs.update(demonstration=True)
    with pytest.raises(Refused, match="Demorunde"):
        invite(joint, None)
    with pytest.raises(Refused, match="Demorunde"):
        verbs.accept_joint_series(deed=uuid4(), **olga)
    clubs.update(demonstration=False)
    Club.objects.filter(pk=joint.east.pk).update(name=C)
    with pytest.raises(Refused, match="heißen mehrere Klubs so"):
        invite(joint, C)
    JointClub.objects.bulk_create(
        JointClub(series=joint.series, code=f"c{number}", invited_at=timezone.now())
        for number in range(verbs.MOST_CLUBS - 3)
    )
    with pytest.raises(Refused, match="Höchstens 60 Klubs"):
        invite(joint, None)


def test_who_answers_an_invitation_that_is_gone_with_its_series_is_told_so(joint: Joint) -> None:
    """The page was open while the organiser withdrew it, and then removed the series."""
    series = opened(joint.house)
    bert: dict[str, Any] = {"actor": joint.house["Bert"], "series": series}
    code = verbs.invite_club(**bert, deed=uuid4(), name="Runde Ost").code
    found = invitation_behind(code)
    assert found is not None
    where = f"{series.get_absolute_url()}clubs/withdraw/"
    sent = {"deed": str(uuid4()), "joint": "x"}
    assert joint.house.client("Bert").post(where, sent).status_code == 400
    verbs.withdraw_club(**bert, deed=uuid4(), joint=found.pk)
    olga: dict[str, Any] = {"actor": joint.house["Olga"], "joint": found, "club": joint.east}
    for _gone in ("invitation", "series"):
        with pytest.raises(Refused, match="inzwischen"):
            verbs.accept_joint_series(deed=uuid4(), **olga)
        Series.objects.filter(pk=series.pk).delete()


def test_a_club_leaves_or_is_put_out_and_its_part_goes_on_alone(joint: Joint) -> None:
    joint.one_person()
    house, franz = joint.house, joint.house.client("Franz")
    with pytest.raises(Refused):
        remove_series(actor=house["Bert"], deed=uuid4(), series=joint.series)
    franz.post(f"{joint.of_south.get_absolute_url()}clubs/leave/", {"deed": str(uuid4())})
    assert told(shown_series(joint.of_south)) == {
        "Franz": "1. 20",
        "Anna": "2. 20",
        **dict.fromkeys(("Gerti", "Hans"), "3= -20"),
    }
    assert Series.objects.get(pk=joint.of_south.pk).terms == BEST_THREE
    assert f"Anna ({A})" in rows_of(joint.series)
    assert not SamePerson.objects.exists()
    north = JointClub.objects.get(club=joint.north)
    house.client("Bert").post(
        f"{joint.series.get_absolute_url()}clubs/withdraw/", {"deed": str(uuid4()), "joint": str(north.pk)}
    )
    assert told(shown_series(joint.series))["Anna"] == "1. 20"
    assert told(shown_series(joint.of_north))["Ida"] == "1. 45"
    assert [said.partition(" ")[0] for said in sentences(joint.north)] == [
        "Mühlviertler",
        "Anna",
        "Mühlviertler",
    ]
    remove_series(actor=house["Bert"], deed=uuid4(), series=joint.series)


# Who is one person


def test_two_clubs_agree_on_one_person_and_either_takes_it_back(joint: Joint) -> None:
    house = joint.house
    bert, franz = house.client("Bert"), house.client("Franz")
    here, there = (f"{one.get_absolute_url()}same/" for one in (joint.series, joint.of_south))
    own, other = (club.members.get(name="Anna").pk for club in (house.club, joint.south))
    assert f"Anna = Anna ({B})" in bert.get(here).content.decode()
    bert.post(here, {"deed": str(uuid4()), "own": str(own), "other": str(other)})
    again = bert.post(here, {"deed": str(uuid4()), "own": str(own), "other": str(other)})
    assert "schon vorgeschlagen" in again.content.decode()
    pair = SamePerson.objects.get()
    assert f"Anna ({B})" in rows_of(joint.series)  # until both say so
    assert there in franz.get(joint.south.get_absolute_url()).content.decode()
    assert here not in bert.get(house.club.get_absolute_url()).content.decode()
    for client, where in ((bert, here), (house.client("Anna"), f"{joint.of_north.get_absolute_url()}same/")):
        client.post(f"{where}answer/", {"deed": str(uuid4()), "answer": "agree", "pair": str(pair.pk)})
        assert not SamePerson.objects.filter(agreed_at__isnull=False).exists()
    franz.post(f"{there}answer/", {"deed": str(uuid4()), "answer": "agree", "pair": str(pair.pk)})
    franzs: dict[str, Any] = {"actor": house["Franz"], "deed": uuid4(), "series": joint.of_south}
    with pytest.raises(Refused, match="inzwischen"):  # tapped again
        verbs.agree_same_person(**franzs, pair=pair.pk)
    assert franz.post(f"{there}answer/", {"deed": str(uuid4()), "answer": "maybe"}).status_code == 400
    assert rows_of(joint.series)[f"Anna ({A}, {B})"] == "2. 45"
    assert [len(one.rows) for one in stored_of_joint_series(house.member("Anna"))] == [1]
    bert.post(f"{here}answer/", {"deed": str(uuid4()), "answer": "part", "pair": str(pair.pk)})
    assert f"Anna ({B})" in rows_of(joint.series)
    assert all(f"Anna und jemand von „{B}“" in one for one in sentences(house.club)[-3:])
    assert all(f"Anna und jemand von „{A}“" in one for one in sentences(joint.south)[-3:])
    nobody = {"deed": str(uuid4()), "own": str(own), "other": str(joint.south.members.get(name="Hans").pk)}
    with pytest.raises(Refused, match="inzwischen"):  # whoever is proposed has gone
        verbs.propose_same_person(**franzs, own=other, other=0)
    joint.one_person()
    verbs.part_same_person(**franzs, pair=SamePerson.objects.get().pk)  # either takes it back
    assert sentences(joint.south)[-1].startswith("Franz ")
    assert sentences(house.club)[-1].startswith(f"{B} ")
    emil = {**nobody, "own": str(house.member("Emil").pk)}  # does not stand in the series
    assert "Bitte jemanden auswählen" in bert.post(here, emil).content.decode()


def test_two_members_of_one_club_never_become_one_person(joint: Joint) -> None:
    house, franz = joint.house, joint.house["Franz"]
    joint.one_person()
    anna = joint.south.members.get(name="Anna").pk
    bert = house.member("Bert").pk
    verbs.propose_same_person(actor=house["Bert"], deed=uuid4(), series=joint.series, own=bert, other=anna)
    pair = SamePerson.objects.get(agreed_at=None)
    with pytest.raises(Refused):
        verbs.agree_same_person(actor=franz, deed=uuid4(), series=joint.of_south, pair=pair.pk)


def test_whose_name_goes_in_one_club_is_one_person_no_more(joint: Joint) -> None:
    house = joint.house
    house.enter("Gerti", joint.south.members.get(name="Gerti"), by=house["Franz"])
    own, other = house.member("Dora").pk, joint.south.members.get(name="Gerti").pk
    verbs.propose_same_person(actor=house["Bert"], deed=uuid4(), series=joint.series, own=own, other=other)
    pair = SamePerson.objects.get()
    verbs.agree_same_person(actor=house["Franz"], deed=uuid4(), series=joint.of_south, pair=pair.pk)
    gone = anonymise_member(actor=house["Franz"], deed=uuid4(), member=Member.objects.get(pk=other))
    assert not SamePerson.objects.exists()
    shown = shown_series(joint.series)
    assert "Gerti" not in {*shown.names.values()}
    assert f"{gone.name} ({B})" in rows_of(joint.series)
    everywhere = [str(one.details) + one.actor for one in Deed.objects.exclude(club=joint.south)]
    assert not [one for one in everywhere if "Gerti" in one]


def test_a_clubs_file_holds_its_own_part(joint: Joint) -> None:
    """Invitations and foreign events stay behind; what is the club's own comes back and adds up."""
    joint.one_person()
    content = exported(joint.south)
    assert [one["club"] for one in rows(content, "tournaments.series")] == [joint.south.pk]
    assert len(rows(content, "tournaments.seriesevent")) == 2
    emptied()
    brought(content)
    assert told(shown_series(Series.objects.get()))["Franz"] == "1. 20"
    assert exported(Club.objects.get()) == content


def test_the_events_that_a_club_brings_stand_in_both_logs(joint: Joint) -> None:
    evening = evening_in(joint.house, joint.south, SOUTH, "Hans")
    key = f"e{evening.pk}"
    asked: dict[str, Any] = {"series": joint.of_south, "among": [key], "chosen": [key]}
    choose_events(actor=joint.house["Franz"], deed=uuid4(), **asked)
    newest = Deed.objects.filter(verb="choose_events").order_by("-at")[:2]
    assert {(one.club_id, one.actor) for one in newest} == {
        (joint.south.pk, "Franz"),
        (joint.house.club.pk, B),
    }


def test_the_series_is_called_the_same_in_all_clubs(joint: Joint) -> None:
    franz = {"actor": joint.house["Franz"], "deed": uuid4()}
    open_series(**franz, club=joint.south, title="Landescup", terms=BEST_THREE)
    for title in ("Landescup", "Landescup", "Cup"):
        asked: dict[str, Any] = {"series": joint.series, "title": title, "terms": BEST_THREE}
        change_series(actor=joint.house["Anna"], deed=uuid4(), **asked)
    told_there = Deed.objects.filter(verb="change_series", club=joint.south, actor=A).order_by("at")
    assert [one.details["title"] for one in told_there] == ["Landescup 2", "Cup"]
    assert {one.title for one in Series.objects.filter(part_of__isnull=False)} == {"Cup"}


def test_the_first_of_all_clubs_play_a_final_those_of_others_as_guests(joint: Joint, watch: Hands) -> None:
    joint.one_person()
    house, series = joint.house, joint.series
    final = opened_tournament(house, title="Finale", terms=PLAY_MONEY).tournament
    asked = {"series": series, "tournament": final.pk, "terms": FinalTerms(3, Carry.ALL)}
    set_final(actor=house["Bert"], deed=uuid4(), **asked)
    franz = joint.south.members.get(name="Franz")
    page = house.client("Franz").get(f"{joint.of_south.get_absolute_url()}final/").content.decode()
    assert "Finale" in page
    assert "decline/" not in page
    theirs = open_tournament(
        actor=house["Franz"],
        deed=uuid4(),
        club=joint.south,
        title="Unseres",
        date=timezone.localdate(),
        place="",
        rules="cup",
        terms=CUP,
    )
    form = {"tournament": str(theirs.pk), "places": "2", "carry": "none", "deed": str(uuid4())}
    where = f"{joint.of_south.get_absolute_url()}final/terms/"
    assert f"Das bestimmt „{A}“" in house.client("Franz").post(where, form).content.decode()
    shown = shown_final(shown_series(series), final.as_final, "de")
    assert shown.members == (house.member("Anna").pk,)
    assert list(shown.guests.values()) == [f"Ida ({C})", f"Franz ({B})"]
    decline_final(actor=house["Bert"], deed=uuid4(), series=series, person=f"m{franz.pk}")
    left = shown_final(shown_series(series), final.as_final, "de").guests
    assert list(left.values()) == [f"Ida ({C})"]
    assert "Franz" not in str(Deed.objects.get(verb="decline_final").details)
    assert rows(exported(house.club), "tournaments.decline") == []


def test_a_finalist_of_another_club_who_is_renamed_is_not_registered_a_second_time(joint: Joint) -> None:
    house, series = joint.house, joint.series
    final = opened_tournament(house, title="Finale", terms=PLAY_MONEY).tournament
    asked = {"series": series, "tournament": final.pk, "terms": FinalTerms(9)}
    set_final(actor=house["Bert"], deed=uuid4(), **asked)
    where = f"{series.get_absolute_url()}final/register/"
    house.client("Bert").post(where, {"deed": str(uuid4())})
    there = sorted(final.evening.names().values())
    assert f"Franz ({B})" in there
    franz, guest = joint.south.members.get(name="Franz"), final.evening.participants.get(guest=f"Franz ({B})")
    rename_member(actor=house["Franz"], deed=uuid4(), member=franz, name="Franz Gruber")
    renamed = {"club": house.club, "participant": guest.pk, "name": "Franz aus dem Süden"}
    rename_guest(actor=house["Bert"], deed=uuid4(), **renamed)
    page = house.client("Bert").post(where, {"deed": str(uuid4())}, follow=True).content.decode()
    assert sorted(final.evening.names().values()) == sorted(
        "Franz aus dem Süden" if one == f"Franz ({B})" else one for one in there
    )
    assert "Franz Gruber" in page


Lie = Callable[[Joint], object]
LIES: dict[str, Lie] = {
    "The evening": lambda joint: SeriesEvent.objects.update(series=joint.series),
    "one of another club, found one of the same": lambda joint: JointClub.objects.filter(
        club=joint.south
    ).update(club=joint.house.club),
    "expected 2, found 1": lambda joint: SamePerson.objects.update(other=joint.house.member("Emil")),
    "Points that Franz brings along": lambda joint: BroughtPoints.objects.update(
        member=joint.south.members.get(name="Franz")
    ),
    "its order": lambda joint: SeriesLot.objects.exclude(seed="").update(seed="Mond"),
    "The group “Damen”": lambda joint: MemberGroup.objects.update(club=joint.south),
    "a whole series, found a part of one": lambda joint: JointClub.objects.filter(club=joint.north).update(
        series=joint.of_south
    ),
    "two or more, each once": lambda joint: SeriesLot.objects.update(order=["m1", "m1"]),
}


def test_every_lie_about_a_series_of_several_clubs_is_found(joint: Joint) -> None:
    """As it was done there is none."""
    bert, series = joint.house["Bert"], joint.series
    joint.one_person()
    bring_points(actor=bert, deed=uuid4(), series=series, lines=[BroughtLine("Cilli", 3)])
    people = [f"m{one.pk}" for one in Member.objects.filter(name__in=("Gerti", "Dora", "Ida", "Hans"))]
    draw_series_lot(actor=bert, deed=uuid4(), series=series, people=people, seed="Pagat")
    draw_series_lot(actor=bert, deed=uuid4(), series=series, people=people, order=people)
    women = open_group(actor=bert, deed=uuid4(), club=joint.house.club, name="Damen", people=["Cilli"])
    change_series(
        actor=bert,
        deed=uuid4(),
        series=series,
        title=series.title,
        terms=BEST_THREE,
        groups={"ranked": [women.pk]},
    )
    evenings = Evening.objects.all()
    assert list(of_series(evenings)) == []
    for said_of_it, lie in LIES.items():
        with transaction.atomic():
            lie(joint)
            found = [said for one in of_series(evenings) for said in one.told()]
            assert any(said_of_it in said for said in found), found
            transaction.set_rollback(True)


def test_the_year_of_each_club_has_the_events_of_all(joint: Joint) -> None:
    SeriesEvent.objects.filter(series=joint.of_south).delete()
    year = timezone.localdate().year
    assert years_with_series(joint.south) == [year]
    shown = year_of(joint.south, year)
    assert (shown.held, [row.with_club for row in shown.series[0].first]) == (
        3,
        [f"Ida ({C})", f"Anna ({A})", f"Cilli ({A})"],
    )


def test_a_series_of_one_club_says_nothing_of_clubs(house: House) -> None:
    page = house.client("Bert").get(opened(house).get_absolute_url()).content.decode()
    assert "Gemeinsam veranstaltet" not in page


def test_who_is_stronger_is_known_also_of_those_who_count_as_members_of_another_club(joint: Joint) -> None:
    """Anna is second in the series, as one person with the Anna of the organiser; Franz is third."""
    joint.one_person()
    franz, south = joint.house["Franz"], joint.south
    tournament = open_tournament(
        actor=franz,
        deed=uuid4(),
        club=south,
        title="Sektionen",
        date=timezone.localdate(),
        place="",
        rules="cup",
        terms=replace(CUP, sections=("Stark", "Schwach")),
    )
    register(actor=franz, deed=uuid4(), tournament=tournament, names=SOUTH[::-1])
    found = divided(tournament, BEST, seed="", order=str(joint.of_south.pk), groups={})
    names = tournament.evening.names()
    strong = [one for one in tournament.entrants.all() if found[one.pk] == 1]
    assert {names[str(one.participant_id)] for one in strong} == {"Anna", "Franz"}


def test_whoever_declined_as_a_member_of_another_club_plays_after_all_as_one_person(joint: Joint) -> None:
    by = {"actor": joint.house["Bert"], "series": joint.series}
    final = opened_tournament(joint.house, title="Finale", terms=PLAY_MONEY).tournament
    set_final(**by, deed=uuid4(), tournament=final.pk, terms=FinalTerms(2))
    decline_final(**by, deed=uuid4(), person=f"m{joint.south.members.get(name='Anna').pk}")
    joint.one_person()
    accept_final(**by, deed=uuid4(), person=f"m{joint.house.member('Anna').pk}")
    found = final_of(joint.series)
    assert found is not None
    assert [one.row.name for one in shown_final(shown_series(joint.series), found, "de").playing] == [
        "Ida",
        "Anna",
    ]


def test_a_lot_of_the_organiser_is_stored_about_members_of_all_clubs(joint: Joint) -> None:
    gerti, cilli = joint.south.members.get(name="Gerti"), joint.house.member("Cilli")
    people = [f"m{cilli.pk}", f"m{gerti.pk}"]
    draw_series_lot(actor=joint.house["Bert"], deed=uuid4(), series=joint.series, people=people)
    for member in (cilli, gerti):
        _old, _brought, lots = stored_of_series(member)
        assert len(lots.rows) == 1


def own_events(joint: Joint) -> list[str]:
    return [f"e{one.evening_id}" for one in joint.series.events.all()]


def test_the_feed_of_the_organiser_tells_who_leads_with_the_clubs(joint: Joint) -> None:
    """The other clubs hold the series, but do not hand it out; what they bring closes it last."""
    assert [*series_results(joint.house.club, 30)] == []  # not shown to everybody
    show_series(actor=joint.house["Bert"], deed=uuid4(), series=joint.series, public=True)
    [told_] = series_results(joint.house.club, 30)
    assert [*series_results(joint.south, 30)] == []
    assert told_.at == Evening.objects.latest("closed_at").closed_at
    lines = told_.told(EveningPeople({}, frozenset()))
    assert "<p>Drei Vereine nach 5 Veranstaltungen</p>" in lines
    assert f"<li>1. Ida ({C}): +45</li>" in lines
    assert joint.house.club.slug not in told_.address
    newer = opened(joint.house)
    newer = choose_events(
        actor=joint.house["Bert"],
        deed=uuid4(),
        series=newer,
        **dict.fromkeys(("among", "chosen"), own_events(joint)),
    )
    show_series(actor=joint.house["Bert"], deed=uuid4(), series=newer, public=True)
    assert [one.title for one in series_results(joint.house.club, 1)] == ["Jahreswertung"]  # the newest
