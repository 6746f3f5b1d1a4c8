"""A guest becomes a member or is joined to one with all hands, and is separated again."""

import html
import re
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse
from django.utils import translation

from scoring import clock
from scoring.accounts import verbs as people
from scoring.accounts.guests import admit_guest, join_guest, joinings_of, rename_guest, separate_guest
from scoring.accounts.names import remember_other_names
from scoring.clubs.guests.pages import attended, called_like, previewed
from scoring.deeds import Refused
from scoring.evenings import verbs as evening_verbs
from scoring.models import Deed, Entry, Member, Participant, Row, Seal, Sheet, TableScore
from tests.support.pages import text_named
from tests.support.refusals import problems_of
from tests.support.scoring.house import HOUSE, House, ids, now
from tests.support.scoring.people import told_in_both_languages
from tests.support.scoring.season import points, standings
from tests.support.scoring.tables import Record, dreier, hand, rufer
from tests.support.scoring.verify import verified
from tests.support.stages import stage

KARL = ("Anna", "Bert", "Cilli", "Karl")


def evening(house: House, names: tuple[str, ...], *hands: Record, ago: int = 0, cents: int = 10) -> Sheet:
    house.club.cents_per_point = cents
    house.club.save()
    opened = house.evening(date=clock.today() - timedelta(days=ago), venue="Löwen")
    sheet = house.sheet(names, evening=opened, name="Stammtisch")
    for record in hands:
        house.play(sheet, record)
    return now(sheet)


def guest(sheet: Sheet, name: str) -> Participant:
    return Participant.objects.get(pk=ids(sheet)[name])


@stage(on=HOUSE)
def played(house: House) -> list[Sheet]:
    """Karl was there three times; once he was Hilda's neighbour. Thirds, another price, a closed evening."""
    thirds = hand("trischaken", "Anna", order=[["Karl", "Bert", "Cilli"]])
    first = evening(house, KARL, rufer("Anna", "Karl"), dreier("Karl"), ago=20)
    second = evening(house, KARL, thirds, dreier("Anna"), ago=10, cents=25)
    evening_verbs.close_evening(actor=house["Anna"], deed=uuid4(), evening=second.evening)
    third = evening(house, ("Hilda", "Bert", "karl", "Cilli"), dreier("karl"))
    return [now(first), now(second), now(third)]


def state() -> list[object]:
    tables = (Participant, Row, TableScore, Seal, Entry, Member, Deed)
    return [list(table.objects.order_by("pk").values()) for table in tables]


def hands() -> list[object]:
    """Everything that was played; none of it knows a name."""
    tables = (Row, TableScore, Seal, Entry, Sheet)
    return [list(table.objects.order_by("pk").values()) for table in tables]


def karls() -> list[int]:
    return list(Participant.objects.filter(key="karl").order_by("pk").values_list("pk", flat=True))


def join(house: House, name: str, participants: list[int], **further: Any) -> Member:
    asked = {"actor": house["Bert"], "deed": uuid4()} | further
    return join_guest(member=house.member(name), participants=participants, **asked)


def admit(house: House, participants: list[int], name: str = "Karl", **further: Any) -> Member:
    asked = {"actor": house["Bert"], "deed": uuid4()} | further
    return admit_guest(club=house.club, participants=participants, name=name, **asked)


def separate(house: House, member: Member, **further: Any) -> Member:
    asked = {"actor": house["Bert"], "deed": uuid4(), "joining": last_joining(house)} | further
    return separate_guest(member=member, **asked)


def last_joining(house: House) -> UUID:
    deed = house.club.deeds.filter(verb__in=("admit_guest", "join_guest")).order_by("at").last()
    assert deed is not None
    return deed.pk


def test_a_guest_becomes_a_member_with_every_hand(house: House, played: list[Sheet]) -> None:
    before, kept = standings(house), hands()
    there = list(Participant.objects.order_by("pk").values())
    new, old = previewed(house.club, attended(karls()), None, "Karl")["changes"]
    assert (new["before"], old["after"]) == (None, None)
    member = admit(house, karls())
    after = standings(house)
    assert hands() == kept
    assert points(before.guests) == {"karl": points(after.members)["Karl"]}
    assert points(after.guests) == {}
    others = {name: total for name, total in points(after.members).items() if name != "Karl"}
    assert others == points(before.members)
    mine = next(member.score for member in after.members if member.name == "Karl")
    assert mine == before.guests[0].score
    assert (mine.evenings, mine.hands) == (3, 5)
    assert verified()[0] == 0

    separate(house, member)
    assert list(Participant.objects.order_by("pk").values()) == there
    assert hands() == kept
    assert standings(house) == before
    assert joinings_of(member) == []
    assert people.why_not_removed(member) == ""
    with pytest.raises(Refused):
        separate(house, member)


# joining


def test_a_guest_is_joined_to_a_member_with_every_hand(house: House, played: list[Sheet]) -> None:
    before, kept = standings(house), hands()
    first, second, _third = karls()
    hilda = join(house, "Hilda", [first, second])
    after = standings(house)
    assert hands() == kept
    assert (
        points(after.members)["Hilda"] + points(after.guests)["karl"]
        == points(before.members)["Hilda"] + points(before.guests)["karl"]
    )
    score = next(member.score for member in after.members if member.name == "Hilda")
    assert (score.evenings, score.hands) == (3, 5)
    assert verified()[0] == 0
    separate(house, hilda)
    join(house, "Hilda", [first])
    assert [[guest.pk for guest in joining.guests] for joining in joinings_of(hilda)] == [[first]]


def test_who_a_guest_was_is_remembered_for_names_that_come_in_until_they_are_separated(
    house: House, played: list[Sheet]
) -> None:
    """Not as long as another evening has a guest of the name, nor where somebody else is called so."""
    first, *others = karls()
    emil = join(house, "Emil", [first])
    assert not house.club.other_names.exists()
    join(house, "Emil", others)
    assert dict(house.club.other_names.values_list("name", "member")) == {"karl": emil.pk}
    separate(house, emil)
    assert not house.club.other_names.exists()
    gustl = house.member("Gustl")
    remember_other_names(house.club, {"Karl": gustl.pk})
    for _twice in range(2):
        join(house, "Emil", others)
        assert house.club.other_names.get().member == gustl
        separate(house, emil)
        assert house.club.other_names.get().member == gustl
    member = admit(house, others, "Karl Huber")
    assert not member.other_names.exists()


def test_nobody_is_twice_in_one_evening(house: House, played: list[Sheet]) -> None:
    """Neither as a member and a guest, nor as two guests."""
    sheet = evening(house, ("Anna", "Bert", "Karl", "Lois"))
    kept = state()
    with pytest.raises(Refused):
        join(house, "Dora", [guest(sheet, "Karl").pk, guest(sheet, "Lois").pk])
    with pytest.raises(Refused) as refused:
        join(house, "Hilda", karls())
    sentence = refused.value.problems["evenings"][0]
    with translation.override("de"):
        assert "Hilda" in sentence
        assert str(clock.today().year) in sentence
    assert state() == kept


def test_only_guests_of_the_own_club_are_joined(house: House, played: list[Sheet]) -> None:
    there = house.sheet(("Franz", "Ida", "Jakob", "Karl"), evening=house.evening(club=house.other))
    kept = state()
    for wrong in ([guest(there, "Karl").pk], [guest(played[0], "Anna").pk], [10**9], []):
        with pytest.raises(Refused):
            join(house, "Hilda", wrong)
        with pytest.raises(Refused):
            admit(house, wrong, name="Neu")
    assert state() == kept


def test_what_the_page_foretells_is_what_happens(house: House, played: list[Sheet]) -> None:
    chosen = called_like(Participant.objects.select_related("evening").get(pk=karls()[0]))
    preview = previewed(house.club, chosen, house.member("Hilda"), "Hilda")
    assert [evening.pk for evening in preview["left_out"]] == [karls()[2]]
    join(house, "Hilda", [evening.pk for evening in preview["taken"]])
    found = standings(house)
    now_there = {(player.name, player.member is None): player for player in found.everybody}
    for change in preview["changes"]:
        after = now_there.get((change["name"], change["guest"]))
        assert change["after"] is not None
        assert after is not None
        assert (change["after"].rank, change["after"].score) == (after.rank, after.score)
    assert [(change["name"], change["guest"]) for change in preview["changes"]] == [
        ("Hilda", False),
        ("karl", True),
    ]


# running tables


# the way back


def test_another_guest_of_the_name_keeps_them_from_being_separated(house: House, played: list[Sheet]) -> None:
    first = karls()[0]
    hilda = join(house, "Hilda", [first])
    house.do(
        rename_guest,
        by="Anna",
        club=house.club,
        participant=Participant.objects.create(evening=played[0].evening, guest="Kral", key="kral").pk,
        name="Karl",
    )
    kept = state()
    with pytest.raises(Refused):
        separate(house, hilda)
    assert state() == kept


# a slip of the pen


def rename(house: House, participant: int, name: str, **further: Any) -> Participant:
    asked = {"actor": house["Bert"], "deed": uuid4()} | further
    return rename_guest(club=house.club, participant=participant, name=name, **asked)


def test_a_mistyped_guest_is_corrected_for_one_evening(house: House, played: list[Sheet]) -> None:
    kept = hands()
    second = karls()[1]
    with pytest.raises(PermissionDenied):
        rename(house, second, "Carl", actor=house["Emil"])
    rename(house, second, "  Carl ")
    assert played[1].evening.names()[str(second)] == "Carl"
    assert points(standings(house).guests).keys() == {"Carl", "karl"}
    assert hands() == kept
    assert verified()[0] == 0


@pytest.mark.parametrize("name", ["Gast;=1+1", "Karl, Hilda"])
def test_signs_that_stand_between_cells_are_in_no_name(house: House, name: str) -> None:
    """Neither a guest's, typed at the table or corrected, nor a member's."""
    told = "without commas, semicolons, bars or quotation marks"
    sheet = evening(house, KARL)
    about = {"actor": house["Anna"], "deed": uuid4()}
    karl, anna = guest(sheet, "Karl"), house.member("Anna")
    with translation.override("en"):
        for verb, asked in (
            (rename_guest, {"club": house.club, "participant": karl.pk}),
            (admit_guest, {"club": house.club, "participants": [karl.pk]}),
            (people.rename_member, {"member": anna}),
        ):
            with pytest.raises(Refused, match=told):
                verb(**about, **asked, name=name)
        with pytest.raises(Refused, match=told):
            house.sheet(("Anna", "Bert", "Cilli", name), evening=sheet.evening, name="Zweiter")


def test_a_guest_is_not_renamed_to_somebody_who_is_there(house: House, played: list[Sheet]) -> None:
    sheet = evening(house, ("Anna", "Bert", "Karl", "Lois"))
    lois = guest(sheet, "Lois").pk
    for name in ("KARL", "Hilda", "", "x" * 41):
        assert problems_of(rename, house, lois, name).keys() == {"name"}
    there = house.sheet(("Franz", "Ida", "Jakob", "Karl"), evening=house.evening(club=house.other))
    for wrong in (guest(sheet, "Anna").pk, guest(there, "Karl").pk, 10**9):
        with pytest.raises(Refused):
            rename(house, wrong, "Neu")


# every verb


# pages


def posted(client: Client, house: House, pk: int, **fields: Any) -> Any:
    asked = {"deed": str(uuid4()), "step": "preview", "who": "new", "name": "Karl"} | fields
    return client.post(reverse("scoring:guest", args=[house.club.slug, pk]) + "?language=en", asked)


def test_first_it_is_shown_then_saved_then_taken_back(house: House, played: list[Sheet]) -> None:
    bert, all_of_them = house.client("Bert"), karls()
    hilda = house.member("Hilda")
    fields = {"evenings": all_of_them, "who": "member", "member": hilda.pk}
    kept = state()
    shown = posted(bert, house, all_of_them[0], **fields).content.decode()
    assert state() == kept
    assert "2 evenings are transferred" in shown
    assert "These stay as they are" in shown
    refused: list[tuple[dict[str, Any], str]] = [
        ({"evenings": [10**9]}, "Please choose at least one evening."),
        ({"member": "1000000"}, "Please choose a member."),
        ({"who": "", "member": ""}, "Please say who it was."),
        ({"who": "new", "member": "", "name": " "}, "Please give a name."),
        ({"who": "new", "member": "", "name": "Hilda", "step": "save"}, "is already a member"),
    ]
    for wrong, sentence in refused:
        answer = posted(bert, house, all_of_them[0], **{**fields, **wrong})
        assert sentence in html.unescape(answer.content.decode())
    assert state() == kept
    save = {**fields, "evenings": all_of_them[:2], "step": "save", "deed": str(uuid4())}
    response = posted(bert, house, all_of_them[0], **save)
    assert response.headers["Location"] == hilda.get_absolute_url()
    assert karls() == all_of_them[2:]
    assert "A guest before" in text_named(bert, "member", house.club.slug, hilda.pk)
    assert "Separate Karl again" in text_named(bert, "separate_guest", house.club.slug, hilda.pk)
    back = {"deed": str(uuid4()), "joining": str(joinings_of(hilda)[0].deed)}
    address = reverse("scoring:separate_guest", args=[house.club.slug, hilda.pk])
    assert bert.post(address, back).status_code == 302
    assert karls() == all_of_them
    assert bert.post(address, {"deed": str(uuid4()), "joining": "x"}).status_code == 400
    assert "joined the guest Karl to Hilda, with 2 evenings" in text_named(bert, "club_log", house.club.slug)
    for verb in ("join_guest", "separate_guest"):
        told_in_both_languages(Deed.objects.get(verb=verb))


# The first week: whoever is typed in at a table, or was a guest before, is a member with every hand


NEWCOMERS = {"name_2": "Hans", "name_3": "Maria", "name_4": "Sepp"}


def play_at_once(house: House, by: str, **further: str) -> Sheet:
    form = {
        "deed": str(uuid4()),
        "rules": "standard",
        "high_card": "1",
        "anyway": "1",
        **NEWCOMERS,
        **further,
    }
    form["who_1"] = f"m{house.member(by).pk}"
    answer = house.client(by).post(reverse("scoring:just_play", args=[house.club.slug]), form)
    assert answer.status_code == 302, answer.content.decode()
    return Sheet.objects.latest("pk")


def test_who_is_typed_in_is_a_member_from_the_first_hand(house: House) -> None:
    page = house.client("Anna").get(reverse("scoring:just_play", args=[house.club.slug])).content.decode()
    assert 'name="members" id="id_members" checked' in " ".join(page.split())
    sheet = play_at_once(house, "Anna", members="on")
    assert house.club.members.filter(name__in=NEWCOMERS.values()).count() == 3
    house.play(sheet, dreier("Hans"))
    assert {standing.name for standing in standings(house).members} == {"Anna", *NEWCOMERS.values()}
    assert verified()[0] == 0
    play_at_once(house, "Anna", name_2="Lois")
    play_at_once(house, "Cilli", members="on", name_2="Resi")
    assert not house.club.members.filter(name__in=("Lois", "Resi")).exists(), "not wanted, not for a scorer"


def test_closing_an_evening_makes_its_guests_members_at_once(house: House, played: list[Sheet]) -> None:
    sheet = play_at_once(house, "Anna", name_2="Karl")
    address = reverse("scoring:close_evening", args=[house.club.slug, sheet.evening_id])
    client = house.client("Anna")
    assert "karl, Maria, Sepp" in client.get(address).content.decode()
    form = {"deed": str(uuid4()), "members": "on"}
    closed = client.post(address, form, follow=True)
    assert "Ab jetzt Mitglieder: karl, Maria, Sepp." in closed.content.decode()
    assert house.club.members.get(name="karl").participations.count() == 3, "with the evenings of before"
    assert house.club.members.filter(name__in=["karl", "Maria", "Sepp"]).count() == 3


def test_new_members_are_asked_whether_they_have_played_as_guests(house: House, played: list[Sheet]) -> None:
    client, address = house.client("Anna"), reverse("scoring:members", args=[house.club.slug])
    names = "Karl\nXaver\nKarl G."
    page = client.post(address, {"deed": str(uuid4()), "names": names}).content.decode()
    assert "Schon als Gast gespielt?" in page
    chosen = re.findall(r'name="was_([^"]*)" value="([^"]*)" checked', " ".join(page.split()))
    assert ("karl", "karl") in chosen, "whoever is called exactly so is proposed"
    assert not house.club.members.filter(name="Xaver").exists(), "nothing is done before it is said"
    # Of two who say that they were the same guest, the first one is.
    asked = {"names": names, "was": "asked", "was_karl": "karl", "was_karl g.": "karl", "deed": str(uuid4())}
    assert client.post(address, asked).status_code == 302
    club = house.club
    assert club.members.get(name="Karl").participations.count() == 3
    assert club.members.get(name="Karl G.").participations.count() == 0
    assert club.members.filter(name__in=names.split("\n")).count() == 3
    assert [joining.names for joining in joinings_of(club.members.get(name="Karl"))] == [("Karl", "karl")]
    assert verified()[0] == 0
