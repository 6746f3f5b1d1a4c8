"""The update to lists: all that was typed for series comes over, and everybody stands where they stood."""

import datetime
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Count

from scoring import clock
from scoring.models import Participant
from scoring.names import folded
from tests.support.pages import text_of
from tests.support.scoring.house import House
from tests.support.scoring.tables import FOUR, dreier
from tests.support.tournaments.playing import Playing
from tests.support.tournaments.playing import opened as opened_tournament
from tests.support.tournaments.series import evening_of, stand
from tournaments.engine.series import SeriesTerms
from tournaments.engine.terms import CUP
from tournaments.models import Counted, Entrant, Line, PeopleList, Series, Tournament
from tournaments.series.carried_before import freeze_carried
from tournaments.series.lists import OF_SERIES, store_as_lists
from tournaments.series.standing import SeriesStanding, key_of

OF_FINALS = ("final", "finalists", "carried", "guests_apart")
BEFORE = ("tournaments", "0031_paper_goes_on")
WITH_HANS = ("Hans", "Bert", "Cilli", "Dora")
GUESTS = ("Gast 5", "Gast 6", "Gast 7", "Gast 8")
DAY = datetime.date(2025, 10, 4)
Get = Callable[[str], Any]  # a model of then, by its name


@dataclass
class Played:
    """What was played: two evenings with a guest Hans, a cup, one in sections, and two finals."""

    house: House
    evenings: list[int]
    cups: dict[str, Playing]

    def member(self, name: str) -> int:
        return int(self.house.member(name).pk)

    def guest(self, name: str, **where: Any) -> int:
        return int(Participant.objects.get(guest=name, **where).pk)


def won(house: House, title: str, *tables: tuple[str, ...]) -> Playing:
    """A cup in which the first of each table has won a Dreier: 15, and 5 less for each of the others."""
    names = [name for table in tables for name in table]
    playing = opened_tournament(house, *names, title=title, rules="cup", terms=CUP)
    playing.begin(tables=tables)
    for number, table in enumerate(tables, 1):
        playing.play(number, dreier(table[0]))
    playing.close()
    playing.finish()
    return playing


def all_played(house: House) -> Played:
    evenings = [evening_of(house, winner, names=WITH_HANS).pk for winner in ("Hans", "Bert")]
    tables: dict[str, list[tuple[str, ...]]] = {
        "Cup": [FOUR],
        "Sektionen": [FOUR, GUESTS],
        "Finale": [("Anna", "Bert", "Cilli", "Hans Huber")],
        "Zweites": [("Anna", "Bert", "Cilli", "Gast 5")],
    }
    cups = {title: won(house, title, *of) for title, of in tables.items()}
    in_two = replace(CUP, sections=("A", "B"), together=True)
    Tournament.objects.filter(title="Sektionen").update(kept_terms=in_two.as_json())
    for name in (*FOUR, *GUESTS):
        entrant = cups["Sektionen"].entrant(name)
        Entrant.objects.filter(pk=entrant.pk).update(section=1 if name in FOUR else 2)
    return Played(house, evenings, cups)


def stranger(name: str) -> str:
    return f"n{int(sha256(folded(name).encode()).hexdigest()[:12], 16)}"


def typed(get: Get, played: Played) -> None:
    """Store what a director typed with the program before lists, something in each of its tables."""
    club, at = played.house.club.pk, clock.now()
    anna, bert, cilli, dora, emil = map(played.member, ("Anna", "Bert", "Cilli", "Dora", "Emil"))
    cups = {title: each.tournament.pk for title, each in played.cups.items()}
    hans = [f"g{played.guest('Hans', evening=evening)}" for evening in played.evenings]

    def series(title: str, *events: dict[str, Any], **terms: Any) -> Any:
        kept = SeriesTerms().as_json() | {"ties": ["lot"], **terms}
        about = {"club_id": club, "title": title, "kept_terms": kept}
        made = get("Series").objects.create(made_at=at + datetime.timedelta(hours=len(title)), **about)
        for event in events:
            get("SeriesEvent").objects.create(series=made, **event)
        return made

    table = get("EndTable").objects.create(
        club_id=club, title="Herbstcup", date=DAY, event_id="x", event_revision=2
    )
    gone = get("EndTable").objects.create(club_id=club, title="Irrtum", date=DAY)
    first, second = (
        get("EndTableVersion").objects.create(table=table, number=number, by_id=bert, at=at)
        for number in (1, 2)
    )
    of_gone = [get("EndTableVersion").objects.create(table=gone, number=number, at=at) for number in (1, 2)]
    for about in (
        {
            "table": table,
            "since": first,
            "until": second,
            "member_id": emil,
            "place": 1,
            "kept_points": "1/7",
        },
        {"table": table, "since": second, "member_id": anna, "place": 1, "kept_points": "45/2"},
        {
            "table": table,
            "since": first,
            "guest": "Otti",
            "place": 2,
            "kept_points": "15",
            "outcome": "15 8 2.2.1 - 2",
        },
        {"table": table, "since": second, "member_id": dora, "place": 3},
        {"table": gone, "since": of_gone[0], "until": of_gone[1], "guest": "Otti", "place": 1},
    ):
        get("EndTableResult").objects.create(**about)
    women, south = (
        get("MemberGroup").objects.create(club_id=club, name=name, made_at=at) for name in ("Damen", "Süd")
    )
    for group, member in ((women, anna), (women, cilli), (south, bert)):
        get("GroupMember").objects.create(group=group, member_id=member)
    evening, other = ({"evening_id": pk} for pk in played.evenings)
    cup_round = {"round_id": get("Round").objects.get(tournament=cups["Cup"], number=1).pk}
    year = series("Jahr", evening, cup_round, {"end_table": table})
    both = series("Gäste", evening, other)
    few = series("Nur Damen", cup_round, who="group")
    everybody = series("Alle von da", {"tournament_id": cups["Cup"]})
    of_cup, of_parts = (
        series("Cup", evening, cup_round),
        series("Teile", {"tournament_id": cups["Sektionen"]}),
    )
    with_cup = series("Cup und Finale", {"tournament_id": cups["Finale"]})
    with_parts = series("Teile und Finale", {"tournament_id": cups["Zweites"]})
    for of, group, use in (
        *((year, women, use) for use in ("ranked", "team")),
        *((each, group, "counts") for each, group in ((few, women), (everybody, south))),
    ):
        get("SeriesGroup").objects.create(series=of, group=group, use=use)
    for of, member, points in ((year, emil, "41/3"), (year, dora, "5"), (both, cilli, "5")):
        get("BroughtPoints").objects.create(
            series=of, member_id=member, kept_points=points, words="voriges Jahr"
        )
    lots = (
        (year, 3, [f"m{bert}", f"m{cilli}"], None),
        (year, 12, [f"m{cilli}", f"m{bert}"], None),
        (year, 13, [f"m{bert}", f"m{cilli}"], at),
        (year, 14, [stranger("Otti"), hans[0]], None),
        (both, 15, [hans[1], f"m{cilli}"], None),
    )
    for of, day, order, withdrawn in lots:
        moment = datetime.datetime(2026, 5, day, tzinfo=datetime.UTC)
        about = {"id": uuid4(), "series": of, "by_id": bert, "order": order, "seed": f"Sküs {day}"}
        get("SeriesLot").objects.create(at=moment, withdrawn_at=withdrawn, **about)
    final = get("SeriesFinal").objects.create(
        series=of_cup, tournament_id=cups["Finale"], carried_to=with_cup, places=3, carry="share", percent=50
    )
    second_final = get("SeriesFinal").objects.create(
        series=of_parts,
        tournament_id=cups["Zweites"],
        carried_to=with_parts,
        places=1,
        carry="ladder",
        each_section=True,
        kept_table=["8", "7/2"],
    )
    get("Decline").objects.create(final=final, member_id=cilli, at=at)
    get("Decline").objects.create(final=second_final, guest_id=played.guest("Gast 6"), at=at)
    huber = get("Entrant").objects.filter(participant__guest="Hans Huber")
    huber.update(finalist=hans[0])


# How everybody stood with the program before lists, which was shown just that.
STOOD = {
    "Jahr": [
        "1. Anna 75/2",
        "2. Otti 15",
        "3. Hans 15",
        "4. Dora -5",
        "5. Cilli -10",
        "6. Bert -10",
        "Emil 41/3",
    ],
    "Gäste": ["1. Hans 15", "2. Bert 10", "3. Hans -5", "4. Cilli -5", "5. Dora -10"],
    "Nur Damen": ["1. Anna 15", "2. Cilli -5"],
    "Alle von da": ["1. Anna 15", "2= Bert -5", "2= Cilli -5", "2= Dora -5"],
    "Cup": ["1= Hans 15", "1= Anna 15", "3= Bert -10", "3= Cilli -10", "3= Dora -10"],
    "Teile": ["1= Anna 15", "1= Gast 5 15", *(f"3= {name} -5" for name in (*FOUR[1:], *GUESTS[1:]))],
    "Cup und Finale": ["1. Anna 45/2", "2. Hans Huber 5/2", "3= Bert -5", "3= Cilli -5"],
    "Teile und Finale": ["1. Anna 83/4", "2. Gast 5 3/4", "3= Bert -5", "3= Cilli -5"],
}
# Every list with how many lines it has and as what it is used; earlier versions count nowhere.
LISTS = {
    ("Herbstcup", 3): ["event"],
    ("Herbstcup, Fassung 1", 2): [],
    ("Irrtum, Fassung 1", 1): [],
    ("Damen", 2): ["only", "ranked", "team"],
    ("Süd", 1): [],  # everybody counts there
    ("Mitgebrachte Punkte, Jahr", 2): ["seeds"],
    ("Mitgebrachte Punkte, Gäste", 1): ["seeds"],
    ("Los vom 3.5.2026, Jahr, Startwert Sküs 3", 2): ["lot"],
    ("Los vom 12.5.2026, Jahr, Startwert Sküs 12", 2): ["lot"],
    ("Los vom 13.5.2026, Jahr, Startwert Sküs 13", 2): [],  # it was withdrawn
    ("Los vom 14.5.2026, Jahr, Startwert Sküs 14", 2): ["lot"],
    ("Los vom 15.5.2026, Gäste, Startwert Sküs 15", 2): ["lot"],
    ("Abgesagt, Cup", 1): ["declined"],
    ("Abgesagt, Teile", 1): ["declined"],
    ("Cup → Finale", 2): ["seeds"],  # what was carried, once
    ("Teile → Zweites", 2): ["seeds"],
}


def rows_of(get: Get) -> dict[str, list[dict[str, Any]]]:
    """Return the rows as a club's file of then has them."""
    rows = {}
    for name in (*OF_SERIES, "tournaments.entrant"):
        if name != "tournaments.oldresult":  # in older files still
            model = get(name.partition(".")[2])
            columns = [field.name for field in model._meta.fields]
            rows[name] = json.loads(json.dumps(list(model.objects.values(*columns)), cls=DjangoJSONEncoder))
    return rows


@pytest.mark.program
@pytest.mark.django_db(transaction=True)
def test_all_that_was_typed_is_on_lists_and_everybody_stands_where_they_stood(house: House) -> None:
    """After the update, and once more out of a file of then, when nothing of the update is left."""
    played = all_played(house)
    call_command("migrate", *BEFORE, verbosity=0, no_copy=True)
    then = MigrationExecutor(connection).loader.project_state([BEFORE]).apps
    get = partial(then.get_model, "tournaments")
    typed(get, played)
    terms = dict(get("Series").objects.values_list("pk", "kept_terms"))
    rows = rows_of(get)
    call_command("migrate", verbosity=0, no_copy=True)
    expect_lists(house)
    for model in (Counted, Line, PeopleList):
        model.objects.all().delete()
    bare = {name: Series._meta.get_field(name).get_default() for name in OF_FINALS}
    for pk, kept_terms in terms.items():
        Series.objects.filter(pk=pk).update(kept_terms=kept_terms, **bare)
    assert set(store_as_lists(rows)) <= rows.keys() | {"tournaments.oldresult"}
    freeze_carried()
    expect_lists(house)


def expect_lists(house: House) -> None:
    assert {title: stood(title) for title in STOOD} == {title: sorted(rows) for title, rows in STOOD.items()}
    lists = PeopleList.objects.annotate(number=Count("lines", distinct=True))
    uses = {
        (each.title.partition(" (")[0], each.number): sorted(each.in_series.values_list("use", flat=True))
        for each in lists
    }
    assert uses == LISTS
    events = Counted.objects.filter(use="event")
    assert Counter(key_of(each)[0] for each in events) == Counter(e=4, r=3, t=4, o=1)
    of_women = stand_of("Jahr").among(stand_of("Jahr").groups[0])
    assert [(row.rank, row.overall, row.name) for row in of_women] == [(1, 1, "Anna"), (2, 5, "Cilli")]
    assert [(row.name, str(row.place.points)) for row in stand_of("Jahr").team_rows] == [("Damen", "55/2")]
    points = Line.objects.exclude(kept_points="").values_list("list__title", "name", "kept_points")
    assert {("Herbstcup", "Anna", "45/2"), ("Mitgebrachte Punkte, Jahr", "Emil", "41/3")} <= {*points}
    assert ("Teile → Zweites", "Gast 5", "23/4") in points
    assert Line.objects.get(name="Otti", list__title="Herbstcup").outcome == "15 8 2.2.1 - 2"
    table = PeopleList.objects.get(title="Herbstcup")
    assert (table.date, table.event_id, table.event_revision) == (DAY, "x", 2)
    finals = Series.objects.filter(final__isnull=False).order_by("title")
    assert [(each.final.title, each.finalists, each.carried) for each in finals if each.final] == [
        ("Finale", 3, 50),
        ("Zweites", 1, 0),
    ]
    assert [each.title for each in Series.objects.filter(guests_apart=True)] == ["Gäste"]
    page = house.client("Bert").get(f"{finals[1].get_absolute_url()}final/")
    assert "Bisher spielten aus jeder Sektion so viele mit." in text_of(page)


def stand_of(title: str) -> SeriesStanding:
    return stand(Series.objects.get(title=title))


def stood(title: str) -> list[str]:
    """Return how everybody stands in a series, who is not ranked without a rank."""
    stands = stand_of(title)
    rows = [f"{row.rank}{'=' if row.place.tied else '.'} {row.name} {row.points}" for row in stands.rows]
    return sorted([*rows, *(f"{row.name} {row.points}" for row in stands.below)])
