"""Somebody who has been everywhere goes: no page, no file and no column names them but what others typed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from html import unescape
from typing import Any, NamedTuple
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import resolve, reverse

from scoring import clock
from scoring.accounts import verbs as people
from scoring.clubs.guests.verbs import join_guest, rename_guest
from scoring.clubs.privacy.anonymising import anonymise_guest, ask_to_go, traced_member
from scoring.deeds import Refused
from scoring.engine.loading import Data, resolved
from scoring.evenings import verbs as evening_verbs
from scoring.models import Evening, Member, OldPerson, Participant, Reason, RulesetVersion, Seal, Sheet
from scoring.names import folded
from scoring.old_sheets.pages import amounts_of
from scoring.old_sheets.verbs import OldRow, Someone, TableOfAmounts, import_batch, withdraw_old_batch
from scoring.rule_editor import verbs as house_rules
from scoring.rule_editor.draft import SheetDraft
from scoring.rule_editor.forms.forms import DraftForm
from scoring.rules import read
from scoring.table import confirmations
from scoring.table import verbs as recording
from scoring.table.links import code_of
from tests.support.scoring.anonymising import (
    AS_A_GUEST,
    EARLIER,
    LINK,
    NAME,
    NICK,
    NOT_FOLLOWED,
    OTTOKAR,
    SOUGHT,
    anonymise,
    columns,
    dump,
    guests_like,
    names,
    ottokar,
    shown,
    sums,
    text_of,
    whole_season,
)
from tests.support.scoring.archives import exported, parts
from tests.support.scoring.house import House
from tests.support.scoring.house_rules_verbs import begin, save, write
from tests.support.scoring.old_papers import old_hands
from tests.support.scoring.tables import FOUR, dreier
from tests.support.scoring.verify import verified
from tests.support.stages import Stage
from tests.support.tournaments.people import code_of_card
from tests.support.tournaments.playing import Hands, Playing, opened, watch
from tests.support.tournaments.verify_tournaments import THREE, played_round
from tests.support.visitors import nothing_shown
from tournaments.cash import verbs as cash
from tournaments.duties import give_duty
from tournaments.engine.lots import drawn_from
from tournaments.engine.series import SeriesTerms
from tournaments.engine.terms import PLAY_MONEY
from tournaments.entrants.registration import verbs as registration
from tournaments.models import CashEntry, Duty, Lot, Table
from tournaments.planning import verbs as planning
from tournaments.prizes import verbs as prizes
from tournaments.series import verbs as series
from tournaments.series.groups import open_group
from tournaments.series.old import EndTableLine

__all__ = ["ottokar", "watch"]  # the fixtures

TWO = (NAME, "Gerta", "Hans", "Ida")
# What people typed, as it stands by itself.
TYPED = {
    *("scoring_reason.text", "scoring_evening.place", "scoring_sheet.name", "scoring_ruleset.origin"),
    *("scoring_oldsheet.place", "scoring_oldsheet.name", "scoring_ruleset.slug"),
    *("tournaments_tournament.title", "tournaments_preset.name", "tournaments_prize.name"),
    *("tournaments_lot.seed", "tournaments_round.seed", "tournaments_signup.words"),
    *("tournaments_cashentry.name", "tournaments_prize.sponsor"),
    *("tournaments_membergroup.name", "tournaments_series.title", "tournaments_serieslot.seed"),
    *("tournaments_broughtpoints.words", "tournaments_oldresult.event"),
}
# The same inside of something longer, or once more.
TYPED_INSIDE = {
    *("scoring_ruleset.draft", "scoring_rulesetversion.text", "scoring_deed.details"),
    *("tournaments_tournament.terms", "tournaments_preset.terms"),
    *("scoring_rulesetversion.slug", "scoring_club.default_rules", "tournaments_preset.rules"),
}


class Been(NamedTuple):
    """The tournament, and how late it is by now."""

    playing: Playing
    moment: datetime


def on_everything(house: House, ottokar: Member) -> Been:
    watch = Hands(datetime(2026, 11, 21, 18, 0, tzinfo=UTC))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clock, "now", lambda: watch.moment)
        return Been(_everywhere(house, ottokar, watch), watch.moment)


been = Stage("been", on_everything, on=OTTOKAR).fixture()


@pytest.fixture
def everywhere(been: Been, watch: Hands) -> Playing:
    watch.moment = been.moment
    return been.playing


def _everywhere(house: House, ottokar: Member, watch: Hands) -> Playing:
    """On old sheets of both kinds and in what was said of them, shared, objected to, in a rule sheet that is
    being written; in a tournament with dispute, ruling, paper, repair, leaving, prizes and a lot."""
    anna = house["Anna"]
    _old(house, ottokar)
    people.share_player(actor=house[NAME], deed=uuid4(), member=ottokar, period="all")
    people.share_standings(actor=anna, deed=uuid4(), club=house.club, period="")
    for evening in Evening.objects.filter(participants__member=ottokar).distinct():
        people.share_evening(actor=anna, deed=uuid4(), evening=evening)
    confirmed = house.evening(confirmation=True)
    table = house.sheet((NAME, "Bert", "Cilli", "Dora"), evening=confirmed, name="Ofen")
    entry = house.play(table, dreier(NAME)).entry
    house.tap(confirmations.object_to, table, entry, "Bert", reason=f"{NICK} hatte den Mond")
    ask_to_go(actor=house[NAME], deed=uuid4(), member=ottokar, wants=True)
    ask_to_go(actor=house[NAME], deed=uuid4(), member=ottokar, wants=False)
    about = {"de": f"Wie {NICK} es will", "en": f"As {NICK} likes it"}
    draft = SheetDraft({**resolved("treffpunkt", read), "label": "Unsere", "about": about})
    house_rules.begin_sheet(actor=anna, deed=uuid4(), club=house.club, draft=draft, origin=f"{NICK}.toml")
    playing = _tournament(house, watch)
    _own_rules(house)
    return playing


OWN = "schani-wrbkas-hausregeln"


def _own_rules(house: House) -> None:
    """Saved and played, also from the middle of a table on; the club's usual one, and another began as it."""
    anna, club = house["Anna"], house.club
    ruleset = begin(house, his_rules())
    save(house, ruleset)
    usual = people.ClubTerms(club.name, club.currency, club.cents_per_point, club.language, OWN)
    people.change_club(actor=anna, deed=uuid4(), club=club, terms=usual)
    sheet = house.sheet((NAME, "Bert", "Cilli", "Dora"), evening=house.evening(OWN), name="Erker")
    house.play(sheet, dreier(NAME))
    write(house, ruleset, his_rules(dreier=6))
    save(house, ruleset)
    newer = {"evening": sheet.evening, "at_running_tables": True}
    evening_verbs.take_newer_edition(actor=anna, deed=uuid4(), **newer)
    house.play(sheet, dreier("Bert"))
    evening_verbs.close_sheet(actor=anna, deed=uuid4(), sheet=sheet)
    evening_verbs.close_evening(actor=anna, deed=uuid4(), evening=sheet.evening)
    others = {"label": {"de": f"{NICK}s andere Regeln", "en": f"{NICK}'s other rules"}}
    begin(house, his_rules(trischaken=2) | others, origin=f"{OWN} 2")
    people_at = [recording.Person(name=name) for name in (NAME, "Bert", "Cilli", "Dora")]
    alone = {"rules": OWN, "people": people_at, "high_card": 0, "counts": False}
    evening_verbs.just_play(actor=anna, deed=uuid4(), club=club, **alone)
    of_tournaments: dict[str, Any] = {"actor": anna, "club": club, "rules": OWN, "terms": PLAY_MONEY}
    planning.save_preset(**of_tournaments, deed=uuid4(), name="Wie immer")
    today = {"date": sheet.evening.date, "place": ""}
    planning.open_tournament(**of_tournaments, **today, deed=uuid4(), title="Herbst")


def his_rules(**values: int) -> Data:
    """The name in each kind of word: in one language, in two, and the same in both."""
    data = resolved("treffpunkt", read)
    data["label"] = {"de": f"{NICK}s Hausregeln", "en": f"{NICK}'s house rules"}
    data["about"] = f"Wie {NICK} es will"
    for contract, value in values.items():
        data["contracts"][contract]["value"] = value
    data["contracts"]["dreier"] |= {"label": f"{NICK}s Dreier", "note": f"Nur bei {NICK}"}
    data["remarks"] = {**data.get("remarks", {}), "own_1": f"{NICK} gibt"}
    data["options"]["own_1"] = {"changes": "play", "de": f"{NICK} mischt", "en": f"{NICK} shuffles"}
    return data


def _old(house: House, ottokar: Member) -> None:
    anna, club = house["Anna"], house.club
    kept = old_hands(house)
    xandl = kept.evenings.get().participants.get(member=None)
    rename_guest(actor=anna, deed=uuid4(), club=club, participant=xandl.pk, name=AS_A_GUEST)
    join_guest(actor=anna, deed=uuid4(), member=ottokar, participants=[xandl.pk])
    for day, who in ((4, EARLIER), (5, AS_A_GUEST)):
        someone = [Someone(who), Someone("Anna", member=house.member("Anna").pk), Someone("Frau Nebel")]
        row = OldRow(2, dict(zip((person.id for person in someone), (72, -24, -48), strict=True)))
        batch = import_batch(
            actor=anna,
            deed=uuid4(),
            club=club,
            people=someone,
            amounts=[TableOfAmounts(date(2015, 3, day), f"bei {NICK}", f"{NICK}s Heft", (row,))],
            digest="",
        )
    withdraw_old_batch(actor=anna, deed=uuid4(), batch=batch, reason=f"{NICK} hat sich verlesen")


def _tournament(house: House, watch: Hands) -> Playing:
    bert = house["Bert"]
    terms = replace(PLAY_MONEY, prizes=(f"Schinken von {NICK}",))
    planning.save_preset(
        actor=bert,
        deed=uuid4(),
        club=house.club,
        name=f"Wie bei {NICK}",
        rules="zwanzigerrufen",
        terms=terms,
    )
    playing = opened(house, title=f"Gedenken an {NICK}", terms=terms)
    playing.register((*FOUR, *TWO, *THREE))
    opening = {"limit": 40, "opens_at": None, "closes_at": None, "word": ""}
    registration.open_registration(actor=bert, deed=uuid4(), tournament=playing.tournament, **opening)
    for name in (NAME, "Zenzi"):
        registration.sign_up(
            actor=registration.A_PHONE,
            deed=uuid4(),
            tournament=playing.tournament,
            name=name,
            comes_from="Linz",
            words=f"nicht neben {NICK}",
        )
    planning.show_tournament(actor=bert, deed=uuid4(), tournament=playing.tournament, public=True)
    playing.do(give_duty, name="Dora", kind=Duty.Kind.ARBITER)
    played_round(playing, watch, two=TWO, ruled=2, swapped=("Karl", "Max"), nick=NICK)
    known = playing.ids()
    about = {"actor": bert, "tournament": playing.tournament, "round_": playing.round()}
    prizes.add_prize(**about, deed=uuid4(), name=f"Wein von {NICK}", sponsor=f"Weingut {NICK}")
    cash.note_cash(
        actor=bert,
        deed=uuid4(),
        tournament=playing.tournament,
        kind=CashEntry.Kind.SPONSOR,
        name=f"Spende von {NICK}",
        cents=5000,
    )
    prizes.give_prize(**about, deed=uuid4(), position=1, player=known[NAME])
    Lot.objects.create(
        id=uuid4(),
        tournament=playing.tournament,
        round=playing.round(),
        about=Lot.About.CHOICE,
        order=drawn_from(f"{NICK} 7", [known[name] for name in ("Anna", "Bert")]),
        seed=f"{NICK} 7",
        by=house.member("Bert"),
        at=watch.moment,
    )
    playing.begin(2)
    _series(house)
    return playing


def _series(house: House) -> None:
    """Groups, points brought along, old results and lots, each with words that name him."""
    about: dict[str, Any] = {"actor": house["Bert"]}
    open_group(**about, deed=uuid4(), club=house.club, name=f"{NICK}s Freunde", people=["Anna"])
    title = f"{NICK}-Pokal"
    about["series"] = series.open_series(
        **about, deed=uuid4(), club=house.club, title=title, terms=SeriesTerms()
    )
    series.bring_points(**about, deed=uuid4(), lines=[series.BroughtLine("Anna", 3, f"geerbt von {NICK}")])
    day = date(2019, 10, 4)
    old = [EndTableLine(f"{NICK}-Turnier", day, name, 1, 0) for name in ("Anna", "Bert")]
    series.bring_old_results(**about, deed=uuid4(), lines=old)
    people_ = [f"m{house.member(name).pk}" for name in ("Anna", "Bert")]
    series.draw_series_lot(**about, deed=uuid4(), people=people_, seed=f"{NICK} 7")


def gone(house: House, member: Member) -> Member:
    """Also on old sheets: there somebody may be called like a member, and be somebody else."""
    same = guests_like(folded(EARLIER), folded(AS_A_GUEST))
    gone = anonymise(house, member, guests=same)
    [other] = OldPerson.objects.filter(member=None, key=folded(AS_A_GUEST))
    asked = {"actor": house["Anna"], "deed": uuid4(), "club": house.club}
    assert anonymise_guest(**asked, guests=[], old=[other.pk]) != gone.name
    return gone


def standing(playing: Playing) -> list[Any]:
    """Everything of the tournament that has to do with amounts and places."""
    tables = Table.objects.filter(round__tournament=playing.tournament).order_by("pk")
    prizes_of = playing.tournament.prizes.order_by("pk").values_list("position", "taken_by", "cents")
    return [*tables.values_list("seats", "results"), *prizes_of]


def old_totals(house: House, called: dict[str, str]) -> list[tuple[Any, ...]]:
    totals = amounts_of(house.club, "").totals
    return sorted((called.get(total.name, total.name), total.points) for total in totals)


def decoded(sessions: Iterator[Session]) -> str:
    return json.dumps([session.get_decoded() for session in sessions])


def test_the_name_goes_wherever_names_are_kept_and_all_else_that_has_it_is_listed(
    house: House, ottokar: Member, everywhere: Playing
) -> None:
    he = house.client(NAME)
    he.get("/clubs/")
    # First, that this test can find it.
    assert names(dump())
    assert {column for column, text in columns() if names(text, (NICK,))} == TYPED | TYPED_INSIDE
    archive = parts(exported(house.club))
    assert {"scoring.member.jsonl", "scoring.oldperson.jsonl"} <= {
        part for part, text in archive.items() if names(text)
    }
    kept, tables = sums(), standing(everywhere)
    before = shown(house, dict.fromkeys((NAME, f"{NAME} (guest)", EARLIER, f"{EARLIER} (guest)"), "he"))
    old = old_totals(house, dict.fromkeys((EARLIER, AS_A_GUEST), "he"))
    agreed = list(RulesetVersion.objects.order_by("pk").values())
    sealed = list(Seal.objects.order_by("pk").values())
    listed = [text.text for text in traced_member(ottokar).texts()]

    member = gone(house, ottokar)

    assert {column for column, text in columns() if names(text)} == set()
    assert not names(dump())
    assert not names(decoded(Session.objects.all()))
    assert {part for part, text in parts(exported(house.club)).items() if names(text)} == set()
    left = [(column, text) for column, text in columns() if names(text, (NICK,))]
    assert {column for column, _text in left} == TYPED | TYPED_INSIDE
    assert {text for column, text in left if column in TYPED} <= set(listed)
    assert all(any(shown in text for shown in listed) for column, text in left if column in TYPED_INSIDE)
    assert (sums(), standing(everywhere)) == (kept, tables)
    assert shown(house, {member.name: "he"}) == before
    assert old_totals(house, {member.name: "he"}) == old
    assert verified()[0] == 0
    assert list(RulesetVersion.objects.order_by("pk").values()) == agreed
    assert list(Seal.objects.order_by("pk").values()) == sealed


def test_every_text_that_names_them_leads_to_a_page_and_reasons_can_be_blanked(
    house: House, ottokar: Member, everywhere: Playing
) -> None:
    anna, address = house.client("Anna"), f"{ottokar.get_absolute_url()}anonymise/"
    listed = traced_member(ottokar).texts()
    page = unescape(text_of(anna.get(address, {"language": "de"})))
    assert [text for text in listed if text.text not in page or f'href="{text.url}"' not in page] == []
    with nothing_shown():
        assert {anna.get(url, follow=True).status_code for url in {text.url for text in listed}} == {200}
    reasons = {text.blank for text in listed if text.blank}
    assert {reason.partition(":")[0] for reason in reasons} == {
        *("reason", "deed", "log", "place", "table", "old_place", "old_table"),
        *("title", "prize", "preset", "preset_prize", "draft", "series"),
    }
    asked = {"deed": str(uuid4()), "sure": "on", "blank": sorted(reasons)}

    answer = unescape(text_of(anna.post(address, asked)))

    gone = ("scoring_reason.text", "scoring_ruleset.draft", "tournaments_tournament.title")
    gone += ("tournaments_tournament.terms", "tournaments_preset.name", "tournaments_preset.terms")
    gone += ("tournaments_series.title",)
    assert not any(names(text, (NICK,)) for column, text in columns() if column in gone)
    named = [deed.verb for deed in house.club.deeds.all() if names(deed.details.get("reason", ""), (NICK,))]
    assert named == []
    assert verified()[0] == 0
    left = [text for text in listed if not text.blank]
    assert [text for text in left if text.text not in answer or f'href="{text.url}"' not in answer] == []
    again = anna.post(address, asked)
    assert (again.status_code, again.headers["Location"]) == (302, ottokar.get_absolute_url())


def test_only_reasons_that_name_them_are_blanked(house: House, ottokar: Member, everywhere: Playing) -> None:
    other = Reason.objects.exclude(text__contains="Schani").exclude(text__icontains="wrbka").first()
    other = other or Reason.objects.create(text="Von niemandem")
    with pytest.raises(Refused):
        anonymise(house, ottokar, blank=[f"reason:{other.pk}"])
    address = f"{ottokar.get_absolute_url()}anonymise/"
    asked = {"deed": str(uuid4()), "sure": "on", "blank": [f"reason:{other.pk}"]}
    assert house.client("Anna").post(address, asked).status_code == 200
    assert Reason.objects.get(pk=other.pk).text == other.text
    assert names(Member.objects.get(pk=ottokar.pk).name)


# One page of each kind, for everybody

# Others than the owner have the same files, or none of these pages.
OF_THE_OWNER = ("admin/", "export/", "/edit/", "archive/")
# Where each sees something that nobody before them sees; a visitor comes by a link, or by none.
WHERE = {
    "Anna": ("",),
    "Bert": ("",),  # directs
    "Cilli": ("sheets/", "evenings/"),  # scores
    "Dora": ("tournaments/",),  # is an arbiter
    "Emil": ("",),
    "Franz": ("",),
    "": ("",),
}
BY_LINK = ("sheets/", "evenings/", "tournaments/", "c/", "r/", "t/")
# What the scorer of a table is shown who has no account.
OF_THE_SCORER = {"sheets/<int:pk>/", "sheets/<int:pk>/record/"}
# Where the name has to be found, so that not finding it means something: kinds of pages, and their names.
ROUTES = {
    *("clubs/<slug:slug>/log/", "clubs/<slug:slug>/members/", "clubs/<slug:slug>/old-sheets/"),
    *("clubs/<slug:slug>/archive/file/", "clubs/<slug:slug>/members/<int:pk>/data/export/xlsx/"),
    *("s/<str:code>/", "sheets/<int:pk>/", "sheets/<int:pk>/export/csv/"),
    *("clubs/<slug:slug>/tournaments/<int:pk>/disputes/export/json/", "tournaments/<str:code>/standings/"),
}
REGISTERS = (
    *(
        "account",
        "member",
        "participant",
        "deed",
        "entry",
        "tablescore",
        "seal",
        "signinattempt",
        "invitation",
    ),
)
PAGES = {
    *("club", "members", "member", "anonymise_member", "club_log", "season", "season_member", "evenings"),
    *("evening", "settling", "sheet", "hand", "record", "seating", "guests", "guest", "rename_guest"),
    *("anonymise_guest", "separate_guest", "just_play", "new_table"),
    *("export_sheet", "export_settling", "export_season"),
    *(f"scoring_{register}_changelist" for register in REGISTERS),
    *(f"scoring_{register}_change" for register in (*REGISTERS, "sheet", "row")),
}
IN_VAIN = 9
ASKS = ("page", "plain", "period", "guests", "tables")


class Page(NamedTuple):
    """A page that was looked at, and which of the names it shows."""

    route: str
    name: str
    path: str
    shown: frozenset[str]


def without_order(link: str) -> str:
    path, _, query = link.partition("?")
    return path + "?" + "&".join(sorted(part for part in query.split("&") if part.split("=")[0] in ASKS))


def unworked(*_given: object) -> dict[str, str]:
    return {}


def is_file(route: str) -> bool:
    return "/export/" in route


def looked_through(client: Client, *further: str) -> list[Page]:
    """Link by link, one page of each kind; more where none shows the name so far, although one has to.

    An address that answers nothing, most often because it wants to be posted to, is given up after a few. No
    file leads on, so those in which the name need not be found are only noted.
    """
    waiting, asked, found = [*further, "/clubs/", "/admin/"], set[str](), list[Page]()
    done, in_vain, naming = set[str](), Counter[str](), set[str]()
    while waiting:
        path = waiting.pop(0)
        if without_order(path) in asked:
            continue
        match = resolve(path.partition("?")[0])
        missed = {match.url_name, match.route} & (PAGES | ROUTES) - naming
        enough = match.route in done or in_vain[match.route] == IN_VAIN
        if enough and not missed:
            continue
        asked.add(without_order(path))
        if is_file(match.route) and not missed:
            done.add(match.route)
            found.append(Page(match.route, match.url_name, path, frozenset()))
            continue
        response = client.get(path)
        if response.status_code != 200:
            in_vain[match.route] += 1
            continue
        done.add(match.route)
        text = text_of(response)
        shown = frozenset(name for name in SOUGHT if names(text, (name,)))
        found.append(Page(match.route, match.url_name, path, shown))
        if shown:
            naming |= {match.route, match.url_name}
        if "text/html" in response.headers["Content-Type"]:
            links = map(whole_season, map(unescape, LINK.findall(text)))
            waiting += [link for link in links if not link.startswith(NOT_FOLLOWED)]
    return found


@pytest.mark.database("sqlite")  # sends nothing that no smaller test sends
@patch.object(DraftForm, "_worked", unworked)
def test_no_page_of_any_kind_names_them_to_anybody(
    house: House, ottokar: Member, everywhere: Playing
) -> None:
    """Also whoever comes by a link: to a table, to read, to a tournament, to what was shared.

    The amounts beside the answers of the editor are not worked out: they name Anna, Bert, Cilli and Dora.
    """
    anna, sheet = house.client("Anna"), Sheet.objects.get(name="Ofen")
    shared = [f"/s/{people.code_of(sharing)}/" for sharing in house.club.sharings.readable()]
    links = [f"/{letter}/{code_of(sheet, kind)}/" for letter, kind in (("t", "record"), ("r", "read"))]
    links.append(f"/c/{code_of_card(everywhere.tournament.pk, 2)}/")
    public = f"/tournaments/{everywhere.tournament.code}/"
    address, at_home = sheet.get_absolute_url(), Evening.objects.get(place__endswith="daheim")
    [guest] = Participant.objects.filter(member=None, evening__club=house.club, key=folded(EARLIER))
    known = [address, f"{address}live/", ottokar.get_absolute_url(), public, *shared]
    about = {"change_evening": at_home, "anonymise_guest": guest, "rename_guest": guest}
    known += [reverse(f"scoring:{name}", args=[house.club.slug, one.pk]) for name, one in about.items()]
    found = looked_through(anna, *known)
    naming = [page for page in found if page.shown]
    assert PAGES - {page.name for page in naming} == set()
    assert ROUTES - {page.route for page in naming} == set()
    assert {name for page in naming for name in page.shown} == set(SOUGHT)
    paths: dict[str, str] = {}
    for page in (*naming, *found):
        paths.setdefault(page.route, page.path)
    assert len(paths) > 120
    clients = {who: house.client(who) for who in WHERE} | {link: Client() for link in links}
    for link in links:
        clients[link].get(link)

    gone(house, ottokar)

    asked = set[str]()
    seen: dict[bool, set[str]] = {True: set(), False: set()}
    for who, client in clients.items():
        here = [route for route in routes_of(who, paths) if route not in seen[who in house.accounts]]
        shown = {route: answered(client, paths[route]) for route in here}
        assert {route for route, (_seen, text) in shown.items() if names(text)} == set(), who
        if who == links[0]:
            assert {route for route, (there, _text) in shown.items() if there} >= OF_THE_SCORER
        seen[who in house.accounts] |= {route for route, (there, _text) in shown.items() if there}
        asked |= shown.keys()
    assert asked == paths.keys()
    assert set(filter(is_file, paths)) <= seen[True] | seen[False]
    for path in {page.path for page in naming} - set(paths.values()):
        assert not names(answered(anna, path)[1]), path
    for path in shared:
        assert not names(answered(clients[""], path)[1])


def routes_of(who: str, paths: dict[str, str]) -> list[str]:
    here = [route for route in paths if any(part in route for part in WHERE.get(who, BY_LINK))]
    return [route for route in here if who == "Anna" or not any(part in route for part in OF_THE_OWNER)]


def answered(client: Client, path: str) -> tuple[bool, str]:
    """Whether there is something to see, and all that is sent."""
    response = client.get(path)
    return response.status_code == 200, text_of(response) + response.cookies.output()
