"""Somebody who has been everywhere goes: no page, no file and no column names them but what others typed."""

import json
import re
import zipfile
from dataclasses import replace
from datetime import UTC, date, datetime
from html import unescape
from io import BytesIO
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from django.contrib.sessions.models import Session
from django.utils import translation

from scoring import clock
from scoring.accounts import verbs as people
from scoring.accounts.guests import join_guest, rename_guest
from scoring.clubs.privacy.anonymising import anonymise_guest, ask_to_go, traced_member
from scoring.clubs.privacy.stored import stored_about
from scoring.deeds import Refused
from scoring.engine.loading import Data, resolved
from scoring.evenings import verbs as evening_verbs
from scoring.evenings.pages.settling import settling_of, sheets_of
from scoring.models import (
    Coming,
    Evening,
    Member,
    OldPerson,
    OtherName,
    Participant,
    Reason,
    Reply,
    RulesetVersion,
    Seal,
    Sheet,
)
from scoring.names import folded
from scoring.old_sheets.verbs import Someone, withdraw_old_batch
from scoring.rule_editor import verbs as house_rules
from scoring.rule_editor.draft import SheetDraft
from scoring.rules import read
from scoring.season.pages.season import Period, Season, standings_of
from scoring.sharing import verbs as sharing_verbs
from scoring.table import confirmations
from scoring.table.pages.page import paper_of
from tests.support.scoring.anonymising import (
    AS_A_GUEST,
    EARLIER,
    NAME,
    NICK,
    OTTOKAR,
    anonymise,
    columns,
    dump,
    guests_like,
    names,
    ottokar,
    sums,
)
from tests.support.scoring.archives import exported, parts
from tests.support.scoring.house import House
from tests.support.scoring.house_rules import begin, save, write
from tests.support.scoring.old_papers import import_batch, old_hands, totals_of_club
from tests.support.scoring.tables import FOUR, dreier
from tests.support.scoring.verify import verified
from tests.support.stages import Stage
from tests.support.tournaments.playing import Hands, Playing, opened, watch
from tests.support.tournaments.series import listed, named
from tests.support.tournaments.verify_tournaments import THREE, in_the_log, played_round
from tests.support.visitors import nothing_shown, read_out
from tournaments.cash import verbs as cash
from tournaments.duties import give_duty
from tournaments.engine.lots import drawn_from
from tournaments.engine.series import SeriesTerms
from tournaments.engine.terms import PLAY_MONEY
from tournaments.entrants.registration import verbs as registration
from tournaments.models import CashEntry, Duty, Line, Lot, Table, Wish
from tournaments.planning import verbs as planning
from tournaments.prizes import verbs as prizes
from tournaments.series import verbs as series
from tournaments.series.lines import PersonLine

__all__ = ["ottokar", "watch"]  # the fixtures

TWO = (NAME, "Gerta", "Hans", "Ida")
# Where names are kept.
COLUMNS = {
    *("scoring_account.name", "scoring_account.key", "scoring_deed.actor", "scoring_deed.details"),
    *("scoring_member.name", "scoring_member.key", "scoring_participant.guest", "scoring_participant.key"),
    "scoring_signinattempt.key",
}
# What people typed, as it stands by itself.
TYPED = {
    *("scoring_reason.text", "scoring_evening.venue", "scoring_sheet.name", "scoring_ruleset.origin"),
    *("scoring_oldsheet.venue", "scoring_oldsheet.name", "scoring_ruleset.slug"),
    *("tournaments_tournament.title", "tournaments_preset.name", "tournaments_prize.name"),
    *("tournaments_lot.seed", "tournaments_round.seed", "tournaments_signup.words"),
    *("tournaments_cashentry.name", "tournaments_prize.sponsor"),
    *("tournaments_series.title", "tournaments_peoplelist.title"),
    *("tournaments_line.words", "tournaments_line.name"),
}
# The same inside of something longer, or once more.
TYPED_INSIDE = {
    *("scoring_ruleset.draft", "scoring_rulesetversion.text", "scoring_deed.details"),
    *("tournaments_tournament.kept_terms", "tournaments_preset.kept_terms"),
    *("scoring_rulesetversion.slug", "scoring_club.default_rules", "tournaments_preset.rules"),
}


def shown(house: House, called: dict[str, str]) -> dict[str, object]:
    """What the pages show of every evening and of the season, with these names in place of others."""
    found: dict[str, object] = {}
    with translation.override("en"):
        for evening in Evening.objects.filter(club=house.club).select_related("club"):
            settling = settling_of(evening, sheets_of(evening), "en")
            found[f"settling {evening.pk}"] = {
                called.get(share.name, share.name): (share.hands, share.points, share.schrift, share.cents)
                for share in settling.people
            }
            for sheet in Sheet.objects.whole().filter(evening=evening):
                paper = paper_of(sheet, evening.names(), "en")
                found[f"sheet {sheet.pk}"] = (
                    [called.get(column.name, column.name) for column in paper.columns],
                    [[cell and (cell.amount, cell.total) for cell in line.cells] for line in paper.hands],
                    paper.totals,
                )
        standings = standings_of(Season(house.club, Period(), tables=True))
        for kind, people_there in (("members", standings.members), ("guests", standings.guests)):
            found[kind] = {
                called.get(person.name, person.name): (person.rank, person.score) for person in people_there
            }
    return found


def text_of(response: Any) -> str:
    content: bytes = read_out(response).content
    if content.startswith(b"PK"):
        with zipfile.ZipFile(BytesIO(content)) as file:
            content = b"\n".join(file.read(name) for name in file.namelist())
    return content.decode("utf-8") + str(response.headers)


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
    sharing_verbs.share_player(actor=house[NAME], deed=uuid4(), member=ottokar, period="all")
    sharing_verbs.share_standings(actor=anna, deed=uuid4(), club=house.club, period="")
    for evening in Evening.objects.filter(participants__member=ottokar).distinct():
        sharing_verbs.share_evening(actor=anna, deed=uuid4(), evening=evening)
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
    house.just_play("Anna", NAME, "Bert", "Cilli", "Dora", rules=OWN, counts=False)
    of_tournaments: dict[str, Any] = {"actor": anna, "club": club, "rules": OWN, "terms": PLAY_MONEY}
    planning.save_preset(**of_tournaments, deed=uuid4(), name="Wie immer")
    today = {"date": sheet.evening.date, "venue": ""}
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
        batch = import_batch(
            actor=anna,
            deed=uuid4(),
            club=club,
            people=someone,
            amounts=(72, -24, -48),
            days=[date(2015, 3, day)],
            place=f"bei {NICK}",
            name=f"{NICK}s Heft",
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
    Evening.objects.filter(pk=playing.tournament.evening_id).update(venue=f"Gasthof {NICK}")
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
    in_the_log(playing)
    playing.begin(2)
    _series(house)
    return playing


def _series(house: House) -> None:
    """Groups, points brought along, end tables and lots, each with words that name him."""
    about: dict[str, Any] = {"actor": house["Bert"], "deed": uuid4(), "club": house.club}
    cup = series.open_series(**about, title=f"{NICK}-Pokal", terms=SeriesTerms())
    listed(house, f"{NICK}s Freunde", named("Anna"), (cup, "ranked"))
    listed(house, "Voriges Jahr", [PersonLine("Anna", 3, f"geerbt von {NICK}")], (cup, "seeds"))
    old = [PersonLine(name, 0, place=1) for name in ("Anna", "Bert")]
    listed(house, f"{NICK}-Turnier", old, (cup, "event"), date=date(2019, 10, 4))
    junior = [PersonLine(f"{NICK} junior", 0, place=1)]
    listed(house, "Cup", junior, (cup, "event"), date=date(2019, 10, 4))
    his = {"name": NAME, "key": folded(NAME), "member": house.member(NAME)}
    OtherName.objects.update_or_create(club=house.club, **his)
    OtherName.objects.create(club=house.club, name=f"Die {NICK}", key=folded(f"Die {NICK}"))
    listed(house, f"Los, {NICK} 7", named("Anna", "Bert"), (cup, "lot"))


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
    return [*tables.values_list("seats", "stored_results"), *prizes_of]


def old_totals(house: House, called: dict[str, str]) -> list[tuple[Any, ...]]:
    totals = totals_of_club(house.club)
    return sorted((called.get(total.name, total.name), total.points) for total in totals)


def test_the_name_goes_wherever_names_are_kept_and_all_else_that_has_it_is_listed(
    house: House, ottokar: Member, everywhere: Playing
) -> None:
    he = house.client(NAME)
    he.get("/clubs/")
    # First, that this test can find it.
    assert names(dump())
    assert {column for column, text in columns() if names(text)} >= COLUMNS
    typed = TYPED | TYPED_INSIDE | {"scoring_othername.name", "scoring_othername.key"}
    assert {column for column, text in columns() if names(text, (NICK,))} == typed
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
    assert not names(json.dumps([session.get_decoded() for session in Session.objects.all()]))
    assert {part for part, text in parts(exported(house.club)).items() if names(text)} == set()
    left = [(column, text) for column, text in columns() if names(text, (NICK,))]
    assert {column for column, _text in left} == typed
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
        *(
            "title",
            "hall",
            "prize",
            "preset",
            "preset_prize",
            "draft",
            "series",
            "list",
            "list_name",
            "other_name",
        ),
    }
    asked = {"deed": str(uuid4()), "sure": "on", "blank": sorted(reasons)}

    answer = unescape(text_of(anna.post(address, asked)))

    gone = ("scoring_reason.text", "scoring_ruleset.draft", "tournaments_tournament.title")
    gone += ("tournaments_tournament.kept_terms", "tournaments_preset.name", "tournaments_preset.kept_terms")
    gone += ("tournaments_series.title", "tournaments_peoplelist.title", "tournaments_line.name")
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


# Pages and files


# What is stored about a member

# Columns in which somebody typed what stands there: words, and what tables, places and events are called.
TYPED_COLUMNS = {
    *("reason", "words", "where", "table", "tables", "place", "prize", "comes_from"),
    *("tournament", "series", "event", "group", "final", "section"),
}


def everybodys_names(house: House) -> dict[str, int | None]:
    """Every name that somebody has or had in the club, and whose it is, as far as that is known."""
    found: dict[str, int | None] = {}
    for model in (OldPerson, Participant):
        found |= dict.fromkeys(model._base_manager.filter(member=None).values_list("guest", flat=True))
    found |= dict.fromkeys(Line.objects.filter(member=None).values_list("name", flat=True))
    found |= dict(house.club.other_names.values_list("name", "member"))
    for deed in house.club.deeds.filter(verb="rename_member"):
        found |= dict.fromkeys((deed.details["before"], deed.details["after"]), deed.details["member"])
    for member in house.club.members.exclude(account=None).select_related("account"):
        found[member.account.name] = member.pk
    found |= dict(house.club.members.values_list("name", "pk"))
    del found[NICK]  # games of a rule sheet are called so
    return found


def test_what_is_stored_about_a_member_names_nobody_else(
    house: House, ottokar: Member, everywhere: Playing
) -> None:
    seated = everywhere.tournament.entrants.order_by("pk")
    Wish.objects.create(entrant=seated[0], kind=Wish.Kind.APART, other=seated[1], at=clock.now())
    said = {"member": house.member("Bert"), "by": house.member("Anna"), "says": Reply.YES}
    Coming.objects.create(evening=house.evening(), at=clock.now(), **said)
    anybody, cells = everybodys_names(house), 0
    for member in house.club.members.all():
        own = traced_member(member).names | {name for name, whose in anybody.items() if whose == member.pk}
        names_of_all = "|".join(map(re.escape, sorted({*own, *anybody}, key=len, reverse=True)))
        anybody_named = re.compile(rf"(?<!\w)({names_of_all})s?(?!\w)")
        for table in stored_about(member, own=True).tables:
            for row in table.rows:
                for key, cell in zip(table.column_numbers, row, strict=True):
                    if isinstance(cell, str) and key not in TYPED_COLUMNS:
                        cells += 1
                        assert set(anybody_named.findall(cell)) <= own, (member.name, table.title, key, cell)
    assert cells > 500
