"""Putting a copy back renews all links and signs everybody out, and says so."""

import os
import re
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.urls import reverse

from scoring.accounts import verbs as people
from scoring.archive import restoring
from scoring.evenings.verbs import remove_sheet
from scoring.models import Account, OpenSession, Shared, Sharing, Sheet
from scoring.models import SignInAttempt as Attempt
from scoring.rule_editor import verbs as house_rules
from scoring.sharing import verbs as sharing_verbs
from scoring.table.links import code_of as code_of_table
from scoring.table.links import renew_link
from tests.support.postgresql import find_programs
from tests.support.scoring.backup import Answer, connected_to, manage, within
from tests.support.scoring.house import PASSWORD, House
from tests.support.scoring.house_rules import own
from tests.support.tournaments import series as in_series
from tests.support.tournaments.playing import Playing, code_of_card
from tournaments.draw.verbs import renew_card
from tournaments.entrants.registration import verbs as registration
from tournaments.entrants.registration.codes import code_at_the_door, code_of
from tournaments.models import Series, State, Tournament
from tournaments.planning.verbs import show_tournament
from tournaments.series.verbs import show_series

on_sqlite = pytest.mark.database("sqlite")
pytestmark = pytest.mark.django_db(transaction=True)


@dataclass
class Link:
    """Something that was handed out; `ends` withdraws or renews it."""

    what: str
    path: str
    ends: Callable[[], object]

    def opens(self) -> bool:
        return Client().get(self.path).status_code in (200, 302)


@dataclass
class Scene:
    """A house with a link of every kind, and copies of its database."""

    house: House
    playing: Playing
    folder: Path
    links: list[Link] = field(default_factory=list)

    def back_up(self) -> Path:
        said = StringIO()
        call_command("backup", to=self.folder / "copies", stdout=said)
        return Path(said.getvalue().partition(" (")[0])

    def present(self) -> Path:
        """The database as it is now, in the place where it is replaced."""
        path = self.folder / "tarockclub.sqlite3"
        self.back_up().rename(path)
        return path

    def open_in(self, database: Path) -> list[str]:
        with connected_to(database):
            return [link.what for link in self.links if link.opens()]

    @property
    def all(self) -> list[str]:
        return [link.what for link in self.links]


def links_of(house: House, playing: Playing) -> Iterator[Link]:
    def later(verb: Callable[..., object], *, by: str = "Anna", **about: Any) -> Callable[[], object]:
        return partial(house.do, verb, by=by, **about)

    sharing = house.do(sharing_verbs.share_feed, by="Anna", club=house.club, what=Shared.CALENDAR)
    feed = f"/s/{sharing.code}/calendar.ics"
    yield Link("calendar", feed, later(sharing_verbs.withdraw_sharing, sharing=sharing))
    hilda = house.member("Hilda")
    token = house.do(people.invite, by="Anna", member=hilda)
    yield Link("invitation", f"/invitation/{token}/", later(people.withdraw_invitation, member=hilda))
    sheet = house.sheet()
    for kind, page in (("record", "t"), ("read", "r")):
        path = f"/{page}/{code_of_table(sheet, kind)}/"
        yield Link(kind, path, later(renew_link, sheet=sheet, kind=kind))
    empty = house.sheet(evening=sheet.evening, name="2")
    path = f"/t/{code_of_table(empty, 'record')}/"
    yield Link("removed table", path, later(remove_sheet, sheet=empty))
    ruleset = house.do(house_rules.show_sheet, by="Anna", ruleset=own(house), shown=True)
    path = f"/rules/of/{house_rules.code_of(ruleset)}/"
    yield Link("rule sheet", path, later(house_rules.show_sheet, ruleset=ruleset, shown=False))
    tournament = playing.do(show_tournament, public=True)
    at = {"by": "Bert", "tournament": tournament}
    path = reverse("tournaments:public", args=[tournament.code])
    yield Link("tournament", path, later(show_tournament, **at, public=False))
    yield Link("card", f"/c/{code_of_card(tournament.pk, 1)}/", later(renew_card, **at, number=1))
    playing.open_registration()
    door = [tournament.code, code_at_the_door(tournament.opening)]
    yield Link("door", reverse("tournaments:at_the_door", args=door), later(registration.renew_door, **at))
    series = playing.do(show_series, series=in_series.opened(house), public=True)
    path = reverse("tournaments:public_series", args=[series.code])
    yield Link("series", path, later(show_series, by="Bert", series=series, public=False))


@pytest.fixture
def scene(playing: Playing, tmp_path: Path) -> Scene:
    made = Scene(playing.house, playing, tmp_path)
    made.links.extend(links_of(playing.house, playing))
    assert [link.what for link in made.links if not link.opens()] == []
    return made


def restored(file: Path, database: Path, *further: str) -> Answer:
    answer = within(database, "restore", file, *further)
    assert answer.returncode == 0, answer.stderr
    return answer


# Links


@on_sqlite
def test_after_a_restore_no_link_opens_that_was_handed_out_and_what_was_renewed_is_listed(
    scene: Scene,
) -> None:
    deed = {"deed": uuid4(), "tournament": scene.playing.tournament, "comes_from": "", "words": ""}
    signup = registration.sign_up(actor=registration.A_PHONE, name="Xaver", **deed)
    own = reverse("tournaments:my_registration", args=[signup.tournament.code, code_of(signup)])
    copy = scene.back_up()
    scene.house.do(people.change_password, by="Emil", old=PASSWORD, new="Tarock-ist-Trumpf")
    present = scene.present()
    lines = restored(copy, present, "--overwrite").stdout.splitlines()
    assert scene.open_in(present) == []
    at = lines.index("All links were renewed: what was handed out before opens nothing any more.")
    for named in ("1 shared link;", "1 invitation;", "2 tables, to record", "1 rule sheet on offer"):
        assert named in lines[at + 1]
    assert lines[at + 2] == (
        "Everybody is signed out. Passwords, second factors, roles and names are those of the copy."
    )
    with connected_to(present):
        assert Account.objects.get(name="Emil").check_password(PASSWORD)
        card = code_of_card(scene.playing.tournament.pk, 1)
        series = Series.objects.exclude(code="").get()
        renewed = [
            own,
            f"/t/{code_of_table(Sheet.objects.earliest('pk'), 'record')}/",
            f"/c/{card}/",
            f"/s/{Sharing.objects.get().code}/calendar.ics",
            reverse("tournaments:public_series", args=[series.code]),
        ]
        assert [path for path in renewed if Client().get(path).status_code not in (200, 302)] == []


@pytest.mark.lie
def test_cards_of_running_tournaments_are_listed_first_each_by_its_title(scene: Scene) -> None:
    Tournament.objects.update(state=State.RUNNING, title="Cup")
    first, *_others = restoring.renew_links()[1:]
    assert first == "  Mühlviertler Runde: Cup: cards on its tables and a code at the door"


def test_every_kind_of_link_has_a_story_here(scene: Scene) -> None:
    assert len(scene.links) == 10
    stored = {kind.model for kind in restoring.link_kinds()}
    salted = {
        model
        for app in ("scoring", "tournaments")
        for model in apps.get_app_config(app).get_models()
        if {"salt", "code", "token_hash", "generation"} & {field.name for field in model._meta.fields}
    }
    assert {model.__name__ for model in salted - stored} == {
        "Signup",  # whose link shows one's own name
        "Card",  # whose code is made of that of its tournament, too
        *("Deed", "Evening", "Reason"),  # whose salt hides what was typed
    }


# Sign-ins, passwords, second factors, rights


@on_sqlite
def test_nobody_is_signed_in_after_a_copy_was_put_back_and_copies_carry_no_sessions(scene: Scene) -> None:
    client = Client()
    client.post("/sign-in/", {"name": "Emil", "password": PASSWORD})
    client.post("/sign-in/", {"name": "Dora", "password": "wrong"})
    cookie = client.session.session_key
    assert cookie
    assert cookie in str(list(Session.objects.values_list("pk", flat=True)))
    copy = scene.back_up()
    for secret in (cookie, "127.0.0.1"):
        assert secret.encode() not in copy.read_bytes(), "not even between the rows"
    present = scene.present()
    with connected_to(present):
        assert not any(model.objects.exists() for model in (Session, OpenSession, Attempt))
        inside = Client()
        inside.force_login(Account.objects.get(name="Emil"))
        key = inside.cookies[settings.SESSION_COOKIE_NAME].value
    old_copy = scene.folder / "with-sessions.sqlite3"
    old_copy.write_bytes(present.read_bytes())
    answer = restored(old_copy, present, "--overwrite", "--as-it-is")
    with connected_to(present):
        assert not Session.objects.exists()
        late = Client()
        late.cookies[settings.SESSION_COOKIE_NAME] = key
        assert late.get("/clubs/").status_code == 302
    kept = Path(answer.stdout.splitlines()[0].removeprefix("What was there before: "))
    with connected_to(kept):
        assert not Session.objects.exists(), "nor what is kept of the database that was there"


@pytest.mark.database("postgresql")
def test_on_postgresql_an_option_does_the_same(scene: Scene) -> None:
    """Beside the database that was there; the copy was put into another one."""
    name = connection.settings_dict["NAME"]
    environment = os.environ | {"PGPASSWORD": connection.settings_dict["PASSWORD"]}
    call_command("backup", stdout=(said := StringIO()))
    with pytest.raises(CommandError) as restore:
        call_command("restore", said.getvalue().split()[0])
    address = os.environ["DATABASE_URL"].rpartition("/")[0]
    create, restored, export, *then = re.findall(r"^    (.+)$", str(restore.value), re.MULTILINE)
    with_a_word = address.replace(f":{connection.settings_dict['PASSWORD']}@", ":PASSWORD@")
    assert export == f"export DATABASE_URL={with_a_word}/{name}_restored"
    assert then == [
        ".venv/bin/tarockclub prepare",
        ".venv/bin/tarockclub verify",
        ".venv/bin/tarockclub restore --renew-links",
    ]
    environment["PATH"] = f"{find_programs()}:{environment['PATH']}"
    Client().post("/sign-in/", {"name": "Emil", "password": PASSWORD})
    try:
        for line in (create, restored):
            subprocess.run(line, shell=True, cwd=scene.folder, env=environment, check=True)
        connection.close()
        with connected_to(f"{name}_restored"):
            assert not Session.objects.exists(), "the copy carries none"
            Client().force_login(Account.objects.get(name="Emil"))
        answer = manage(f"{address}/{name}_restored", "restore", "--renew-links")
        assert "All links were renewed" in answer.stdout
        assert "Everybody is signed out." in answer.stdout
        with connected_to(f"{name}_restored"):
            assert not Session.objects.exists()
            assert [link.what for link in scene.links if link.opens()] == []
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"DROP DATABASE IF EXISTS {name}_restored")
