"""Statistics: what a player and a club have played, counted here a second time from the records."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from importlib import import_module
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape
from django.utils.translation import override

from scoring import demonstration, people, recording
from scoring.engine.problems import problems_with
from scoring.models import Act, Club, Entry, Evening, Participant, Sheet
from scoring.paper.career import Career, Choice, career_of
from scoring.paper.season import Period, Season
from scoring.paper.statistics.club import ClubStatistics, statistics_of
from scoring.recording import Actor
from scoring.recording.editions import go_on_under
from scoring.recording.replay import record_of
from scoring.recording.versions import in_use, rules_of
from scoring.recording.writing import GAP, rederive
from scoring.rulesets import SLUGS, published
from tests.engine.hands import build_hand, seeded
from tests.scoring import counted_by_hand
from tests.scoring.conftest import House, now
from tests.scoring.tables import FIVE, FOUR, dreier, hand, rufer, trischaken
from tests.scoring.test_corrections import correct, insert, redo, take_out, undo
from tests.scoring.test_season import JUNE, MAY, asked_for, play, shown

EVER = Period()
RANDOM_HANDS = 150  # of each rule sheet


def career(club: Club, member: int, choice: Choice) -> Career:
    with override("en"):
        return career_of(club.members.get(pk=member), Season(club, EVER), "en", choice)


def as_counted(career: Career) -> dict[str, Any]:
    """In the form of `counted_by_hand.of_member`."""
    trischaken = career.trischaken
    return {
        **{
            kind: {one.label: [one.played, one.won, one.lost, one.points] for one in tallies}
            for kind, tallies in (
                ("declarer", career.contracts),
                ("partner", career.partnered),
                ("opponent", career.opposed),
            )
        },
        "premiums": {one.label: [one.silent, one.made, one.missed, one.points] for one in career.premiums},
        "kontras": {one.label: [one.given, one.good, one.bad, one.points] for one in career.kontras},
        "with": {one.key: [one.played, one.won, one.points] for one in career.partners},
        "against": {one.key: [one.played, one.won, one.points] for one in career.opponents},
        "trischaken": [
            trischaken.played,
            trischaken.won,
            trischaken.lost,
            trischaken.jungfrau,
            trischaken.buergermeister,
            trischaken.points,
        ],
        "evenings": [[one.date, one.score.hands, one.score.points] for one in career.evenings],
        "declared in a row": career.declared_in_a_row.length if career.declared_in_a_row else 0,
        "evenings in a row": career.evenings_in_a_row.length if career.evenings_in_a_row else 0,
    }


def club_as_counted(found: ClubStatistics) -> dict[str, Any]:
    """In the form of `counted_by_hand.of_club`."""
    trischaken = found.trischaken
    return {
        "hands": found.hands,
        "games": {
            sheet.slug: {game.label: [game.played, game.won, game.lost, game.points] for game in sheet.games}
            for sheet in found.sheets
        },
        "premiums": {one.label: [one.silent, one.made, one.missed, one.points] for one in found.premiums},
        "kontras": {one.label: [one.given, one.good, one.bad, one.points] for one in found.kontras},
        "trischaken": [trischaken.played, trischaken.jungfrau, trischaken.buergermeister],
        "best": [(one.points, one.contract) for one in found.best_hands],
        "evenings": [one.points for one in found.best_evenings],
        "years": [one.points for one in found.best_years],
        "rarest": [(one.label, one.played) for one in found.rarest],
    }


def compare(club: Club, members: list[int]) -> None:
    """Every figure, for some members and for the club, with and without a choice."""
    slugs = sorted({one.slug for one in counted_by_hand.played_in(club)})
    for number, member in enumerate(members):
        other = str(members[number - 1])
        for rules, together in (("", ()), (slugs[number % len(slugs)], ()), ("", (other,))):
            choice = Choice(rules, frozenset(together))
            expected = counted_by_hand.of_member(club, member, rules=rules, together=together)
            found = as_counted(career(club, member, choice))
            for what in expected:
                assert found[what] == expected[what], what
    for rules in ("", *slugs):
        with override("en"):
            found = statistics_of(Season(club, EVER), "en", rules)
        assert club_as_counted(found) == counted_by_hand.of_club(club, rules)


def test_the_demonstration_club_is_counted_as_by_hand(house: House) -> None:
    club = demonstration.found(actor=house["Anna"], seed=demonstration.SEED, until=timezone.localdate())
    for _ in range(3):
        demonstration.go_on(club)
    members = list(club.members.filter(participations__postings__isnull=False).distinct())
    compare(club, [one.pk for one in members][:3])


def write_down(sheet: Sheet, records: list[dict[str, Any]]) -> None:
    """Many hands at once, and everything that follows from them."""
    Entry.objects.bulk_create(
        Entry(
            id=uuid4(),
            sheet=sheet,
            seq=number,
            place=number * GAP,
            act=Act.ADD,
            record=record,
            at=timezone.now(),
        )
        for number, record in enumerate(records, 1)
    )
    sheet.seq = len(records)
    sheet.standing["last_place"] = len(records) * GAP
    rederive(sheet)


def random_records(sheet: Sheet, slug: str, dice: Random) -> Iterator[dict[str, Any]]:
    """Legal under its rules, for the four whose turn it is."""
    rules = published()[slug]
    players = list(sheet.players)
    first = players.index(sheet.dealer)
    choose = seeded(dice.randrange(10**9))
    for number in range(RANDOM_HANDS):
        after = first + number + 1
        four = tuple(players[(after + seat) % len(players)] for seat in range(4))
        hand = build_hand(choose, rules, four)
        assert not problems_with(hand, rules)
        record = record_of(hand, rules)
        yield {key: record[key] for key in record if key not in ("rules", "players", "radl")}


def all_seven(house: House) -> list[Sheet]:
    sheets = []
    for number, slug in enumerate(SLUGS):
        sheet = house.sheet(FIVE, evening=house.evening(slug))
        write_down(now(sheet), list(random_records(sheet, slug, Random(number))))
        sheets.append(sheet)
    return sheets


def test_random_hands_of_all_seven_sheets_are_counted_as_by_hand(house: House) -> None:
    all_seven(house)
    assert Evening.objects.count() == len(SLUGS) == 7
    compare(house.club, [house.member(name).pk for name in ("Anna", "Bert", "Emil")])


def test_every_point_is_counted_once(house: House) -> None:
    """As declarer, as partner, as opponent, and in Trischaken that somebody else declared."""
    all_seven(house)
    for name in FIVE:
        found = career(house.club, house.member(name).pk, Choice())
        assert found.score is not None
        games = (*found.contracts, *found.partnered, *found.opposed)
        declared = sum(one.points for one in found.contracts if one.label in ("Trischaken", "Fahrer"))
        assert sum(one.points for one in games) + found.trischaken.points - declared == found.score.points


# Told as at the table


def numbers(found: Career, kind: str) -> dict[str, list[Any]]:
    result: dict[str, list[Any]] = as_counted(found)[kind]
    return result


def of(house: House, name: str, rules: str = "", *together: str) -> Career:
    people = frozenset(str(house.member(one).pk) for one in together)
    return career(house.club, house.member(name).pk, Choice(rules, people))


def test_a_kontra_earns_what_the_line_was_worth_more(house: House) -> None:
    """A Rufer of 1 under Re is 4: the Kontra lost its side 1 more, the Re brought the other 2 more."""
    play(house, MAY, hand("rufer", "Anna", partner="Cilli", won=True, kontra="re"))
    assert numbers(of(house, "Bert"), "kontras") == {"Kontra": [1, 0, 1, -1]}
    assert numbers(of(house, "Cilli"), "kontras") == {"Re": [1, 1, 0, 2]}
    assert numbers(of(house, "Anna"), "declarer") == {"Rufer": [1, 1, 0, 4]}
    assert numbers(of(house, "Cilli"), "partner") == {"Rufer": [1, 1, 0, 4]}
    assert numbers(of(house, "Dora"), "opponent") == {"Rufer": [1, 0, 1, -4]}


def test_a_void_kontra_was_none(house: House) -> None:
    play(house, MAY, hand("rufer", "Anna", partner="Cilli", won=True, kontra="kontra", kontra_void=True))
    assert of(house, "Bert").kontras == ()


def test_a_premium_belongs_to_the_name_on_the_sheet(house: House) -> None:
    """Pagat announced by the partner and missed: 2 for each of the others, from everybody on his side."""
    game = hand("rufer", "Anna", partner="Cilli", won=True)
    pagat = {"premium": "pagat", "by": "Cilli", "announced": True, "made": False}
    trull = {"premium": "trull", "by": "Anna", "made": True}
    play(house, MAY, {**game, "premiums": [pagat, trull]})
    assert numbers(of(house, "Cilli"), "premiums") == {"Pagat": [0, 0, 1, -2]}
    assert numbers(of(house, "Anna"), "premiums") == {"Trull": [1, 0, 0, 1]}


def test_jungfrau_and_buergermeister_are_remembered(house: House) -> None:
    play(
        house,
        MAY,
        hand("trischaken", "Anna", order=[["Bert"]], buergermeister=True, jungfrau=["Dora"]),
        hand("trischaken", "Bert", order=[["Cilli"], ["Dora"]]),
    )
    assert [of(house, name).trischaken.jungfrau for name in FOUR] == [0, 0, 0, 1]
    assert [of(house, name).trischaken.buergermeister for name in FOUR] == [0, 1, 0, 0]
    assert [of(house, name).trischaken.won for name in FOUR] == [2, 1, 1, 2]
    assert [of(house, name).trischaken.played for name in FOUR] == [2, 2, 2, 2]


def test_streaks_go_on_over_evenings_and_end_with_a_game_that_is_lost(house: House) -> None:
    play(house, MAY, dreier("Anna"), dreier("Anna", won=False), dreier("Anna"))
    play(house, JUNE, dreier("Bert"), dreier("Anna"))
    play(
        house, JUNE + timedelta(days=1), dreier("Anna"), dreier("Anna", won=False), dreier("Anna", won=False)
    )
    found = of(house, "Anna")
    assert found.declared_in_a_row == (3, MAY, JUNE + timedelta(days=1))
    assert found.evenings_in_a_row == (2, MAY, JUNE)
    assert of(house, "Cilli").declared_in_a_row is None


def test_of_games_side_by_side_everybodys_best_hand_is_their_own_game(house: House) -> None:
    """Each game is worth 2. Who wins it gets 6, who loses it pays 6; of the other game 2 are paid or got."""
    sheet = house.sheet(rules="cup")
    for one, other in (
        (hand("piccolo", "Bert", tricks=1), hand("zwiccolo", "Cilli", tricks=2)),  # both won
        (hand("piccolo", "Dora", tricks=2), hand("zwiccolo", "Anna", tricks=2)),  # only Anna wins
        (hand("zwiccolo", "Cilli", tricks=3), hand("piccolo", "Bert", tricks=0)),  # both lost
    ):
        house.play(sheet, {"games": [*one["games"], *other["games"]]})
    with override("en"):
        found = statistics_of(Season(house.club, EVER), "en")
    assert [(one.person.name, one.points, one.contract) for one in found.best_hands] == [
        ("Anna", 8, "Zwiccolo"),
        ("Bert", 4, "Piccolo"),
        ("Cilli", 4, "Zwiccolo"),
        ("Dora", 4, "Zwiccolo"),  # neither she nor Anna declared one: the first of the two
        ("Anna", 4, "Zwiccolo"),
    ]
    compare(house.club, [house.member(name).pk for name in FOUR])


def test_only_hands_with_the_people_chosen_count(house: House) -> None:
    play(house, MAY, dreier("Anna"), dreier("Bert"), dreier("Anna"), names=FIVE)  # Emil, Anna, Bert sit out
    assert [one.label for one in of(house, "Cilli", "", "Anna", "Bert").contracts] == []
    with_both = of(house, "Cilli", "", "Anna", "Bert")
    assert with_both.score is not None
    assert with_both.score.hands == 1
    assert {one.name for one in with_both.people} == {"Anna", "Bert", "Dora", "Emil"}
    assert of(house, "Cilli", "karlsruhe").score is None
    assert of(house, "Cilli", "standard").score == of(house, "Cilli").score


def test_a_guest_brings_everything_along_when_joined_to_a_member(house: House) -> None:
    play(house, MAY, dreier("Karl"), names=("Karl", "Bert", "Cilli", "Dora"))
    before = of(house, "Bert")
    assert [one.key for one in before.opponents] == ["~karl"]
    people.join_guest(
        actor=house["Anna"],
        deed=uuid4(),
        member=house.member("Hilda"),
        participants=[Participant.objects.get(guest="Karl").pk],
    )
    assert numbers(of(house, "Hilda"), "declarer") == {"Dreier": [1, 1, 0, 15]}
    assert [one.name for one in of(house, "Bert").opponents] == ["Hilda"]


def test_whatever_is_changed_later_is_counted_as_it_stands(house: House) -> None:
    sheet = play(house, MAY, dreier("Anna"), dreier("Bert"), dreier("Anna"))
    entries = list(sheet.entries.standing())
    correct(house, sheet, entries[1], hand("piccolo", "Bert", tricks=1))
    take_out(house, sheet, entries[0])
    undo(house, sheet)
    redo(house, sheet)
    insert(house, sheet, sheet.entries.standing()[1], dreier("Cilli", won=False))
    for name in FOUR:
        member = house.member(name).pk
        found = as_counted(of(house, name))
        assert found == counted_by_hand.of_member(house.club, member)
    assert numbers(of(house, "Bert"), "declarer") == {"Piccolo": [1, 1, 0, 6]}
    call_command("verify")


def test_hands_of_a_tournament_stay_out(house: House) -> None:
    sheet = play(house, MAY, dreier("Anna"))
    Evening.objects.filter(pk=sheet.evening_id).update(occasion="tournament")
    assert of(house, "Anna").score is None
    assert statistics_of(Season(house.club, EVER), "en").hands == 0


def test_sheets_from_before_are_counted_by_the_migration(house: House) -> None:
    sheet = play(house, MAY, dreier("Anna"), rufer("Bert", "Dora"), trischaken("Cilli"))
    recording.undo(actor=Actor(house["Anna"]), entry=uuid4(), sheet=sheet, after=3)
    version = in_use("treffpunkt", house.club)
    go_on_under(version, rules_of(version), {}, now(sheet), house["Anna"], uuid4())
    house.play(sheet, hand("piccolo", "Dora", tricks=1))
    before = {one.pk: (one.sums, one.counted) for one in Sheet.objects.all()}
    assert [raw[0] for raw in before[sheet.pk][1]] == [0, 0, version.pk]
    Sheet.objects.update(sums={}, counted=[])
    import_module("scoring.migrations.0011_statistics").count_hands(apps, None)
    assert {one.pk: (one.sums, one.counted) for one in Sheet.objects.all()} == before


# The pages


def page(house: House, asked: str = "", *, member: str = "") -> str:
    client = house.client("Emil")
    client.cookies["language"] = "en"
    arguments = [house.club.slug] + ([house.member(member).pk] if member else [])
    address = reverse("scoring:season_member" if member else "scoring:statistics", args=arguments)
    response = client.get(f"{address}?period=all{asked}")
    assert response.status_code == 200
    return response.content.decode()


def test_the_page_of_a_member_has_a_picture_and_a_table_for_everything(house: House) -> None:
    all_seven(house)
    text = page(house, member="Anna")
    for kind in ("contracts", "contracts partnered", "contracts opposed", "premiums", "beside", "evenings"):
        assert shown(text, kind), kind
    assert text.count("<svg") == text.count("<title id=") == text.count("<desc id=")
    identities = re.findall(r'\bid="([^"]+)"', text)
    assert len(identities) == len(set(identities))
    assert "Kontras given" in text
    assert "Jungfrau" in text


def test_the_page_of_the_club_has_records_and_every_rule_sheet(house: House) -> None:
    all_seven(house)
    text = page(house)
    for heading in ("The highest hands", "The highest evenings", "The highest seasons", "The rarest games"):
        assert f"<h2>{heading}</h2>" in text
    with override("en"):
        found = statistics_of(Season(house.club, EVER), "en")
    for sheet in found.sheets:
        assert f"<h2>{escape(sheet.label)}</h2>" in text
    assert len(shown(text, "games")) == len(found.sheets[0].games)
    only = page(house, "&rules=karlsruhe")
    assert only.count('<table class="games">') == 1
    identities = re.findall(r'\bid="([^"]+)"', text)
    assert len(identities) == len(set(identities))


def test_wrong_choices_are_named_and_kept(house: House) -> None:
    play(house, MAY, dreier("Anna"))
    for asked, words in (
        ("&rules=nonsense", "Nothing was played under this rule sheet"),
        ("&rules=%00", "Nothing was played under this rule sheet"),
    ):
        for member in ("", "Anna"):
            text = page(house, asked, member=member)
            assert words in text
            assert "<title>Error:" in text
            assert 'class="contracts"' not in text
    for asked in ("&with=999999", "&with=~nobody", f"&with={house.member('Anna').pk}", "&with=%27"):
        assert "Somebody you chose was not at the same table" in page(house, asked, member="Anna")
    assert "The last day is before the first." in page(house, "&since=2026-02-02&until=2026-01-01")


def test_where_nothing_was_played_the_pages_say_so(house: House) -> None:
    for member in ("", "Anna"):
        assert "Nothing was played in this time." in page(house, member=member)
    play(house, MAY, dreier("Anna"), dreier("Bert"), names=FIVE)
    emil = house.member("Emil").pk
    assert "No such hand was played in this time." not in page(house, member="Anna")
    sits_out = page(
        house, f"&with={emil}&with={house.member('Dora').pk}&with={house.member('Bert').pk}", member="Anna"
    )
    assert "No such hand was played in this time." in sits_out
    assert "Not enough hands with anybody yet." in page(house, member="Anna")


@pytest.mark.parametrize("name", ["season", "season_member", "statistics"])
def test_a_long_season_asks_as_often_as_a_short_one_and_at_most_twelve_times(house: House, name: str) -> None:
    client = house.client("Emil")
    members = [house.member("Anna").pk] if name == "season_member" else []
    path = reverse(f"scoring:{name}", args=[house.club.slug, *members]) + "?period=all&tables=on"
    play(house, MAY, dreier("Anna"), rufer("Bert", "Dora"))
    short = asked_for(client, path)
    all_seven(house)
    assert asked_for(client, path) == short
    assert short <= 12
