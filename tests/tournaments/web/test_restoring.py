"""Putting a copy back ends what was ended since it was made: sign-ins, links, passwords, second factors."""

import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pyotp
import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from scoring.accounts import second_factor
from scoring.accounts import verbs as people
from scoring.archive import ended
from scoring.archive.verbs import move_away
from scoring.clubs.privacy.anonymising import anonymise_guest, anonymise_member
from scoring.evenings.verbs import remove_sheet
from scoring.management import asked
from scoring.models import Account, Invitation, OpenSession, Role, SecondFactor, Shared, Sheet
from scoring.models import SignInAttempt as Attempt
from scoring.rule_editor import verbs as house_rules
from scoring.table.links import code_of as code_of_table
from scoring.table.links import renew_link
from tests.support.postgresql import find_programs
from tests.support.scoring.backup import Answer, connected_to, manage, within
from tests.support.scoring.house import PASSWORD, House
from tests.support.scoring.house_rules import own
from tests.support.tournaments import series as in_series
from tests.support.tournaments.playing import Playing, code_of_card
from tournaments.draw.verbs import renew_card
from tournaments.duties import end_duty, give_duty
from tournaments.entrants.registration import verbs as registration
from tournaments.entrants.registration.codes import code_at_the_door
from tournaments.models import Duty
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

    sharing = house.do(people.share_feed, by="Anna", club=house.club, what=Shared.CALENDAR)
    feed = f"/s/{people.code_of(sharing)}/calendar.ics"
    yield Link("calendar", feed, later(people.withdraw_sharing, sharing=sharing))
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
def test_what_was_withdrawn_or_renewed_since_the_copy_opens_nothing_and_what_is_new_stays_good(
    scene: Scene,
) -> None:
    copy = scene.back_up()
    for link in scene.links:
        link.ends()
    assert [link.what for link in scene.links if link.opens()] == []
    card = code_of_card(scene.playing.tournament.pk, 1)
    renewed = [f"/t/{code_of_table(Sheet.objects.earliest('pk'), 'record')}/", f"/c/{card}/"]
    present = scene.present()
    alone = scene.folder / "alone.sqlite3"
    alone.write_bytes(copy.read_bytes())
    assert scene.open_in(alone) == scene.all, "the copy alone would open all of them"
    for _again in range(2):
        answer = restored(copy, present, "--overwrite")
        assert scene.open_in(present) == []
    with connected_to(present):  # nobody has to scan a new code because a copy was put back
        assert [Client().get(path).status_code in (200, 302) for path in renewed] == [True, True]
    [said] = [line for line in answer.stdout.splitlines() if line.startswith("Ended again")]
    for named in ("1 shared link;", "1 invitation;", "2 tables, to record", "1 rule sheet on offer"):
        assert named in said


def test_every_kind_of_link_has_a_story_here(scene: Scene) -> None:
    assert len(scene.links) == 10
    stored = {kind.model for kind in ended.link_kinds()}
    salted = {
        model
        for app in ("scoring", "tournaments")
        for model in apps.get_app_config(app).get_models()
        if {"salt", "code", "token_hash", "generation"} & {field.name for field in model._meta.fields}
    }
    assert {model.__name__ for model in salted - stored} == {
        "Signup",  # whose link shows one's own name
        *("Deed", "Evening", "Reason"),  # whose salt hides what was typed
    }


@on_sqlite
@pytest.mark.parametrize("answer", ["--withdraw-links", "--keep-links", None])
def test_where_the_database_is_gone_open_links_are_listed_and_withdrawn_if_somebody_says_so(
    scene: Scene, answer: str | None
) -> None:
    copy = scene.back_up()
    new = scene.folder / "new" / "tarockclub.sqlite3"
    said = restored(copy, new, *filter(None, [answer])).stdout
    told = "  Mühlviertler Runde: 1 invitation; 1 shared link; 1 rule sheet on offer; 2 tables, to record"
    assert told in said
    if answer == "--withdraw-links":
        assert "All links were withdrawn:" in said
        assert scene.open_in(new) == []
    else:
        assert "These links open what they opened when the copy was made:" in said
        assert scene.open_in(new) == scene.all
        assert "To withdraw all of them: ./manage.py finish-restore --withdraw-links\n" in said
    assert (asked.UNKNOWN in said) is (answer is None), "whoever answered knows"
    if answer is None:
        later = within(new, "finish_restore", "--withdraw-links")
        assert "All links were withdrawn:" in later.stdout
        assert scene.open_in(new) == []
        with connected_to(new):
            assert Invitation.objects.open().count() == 0


@on_sqlite
def test_whoever_sits_at_a_terminal_is_asked(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    copy = scene.back_up()
    answers: dict[Any, int | None] = {"n": 10, EOFError: None}
    for number, (typed, left) in enumerate(answers.items()):
        new = scene.folder / f"new-{number}.sqlite3"
        with patch("builtins.input", side_effect=[typed]) as answer:
            done = within(new, "restore", copy)
        answer.assert_called_once_with("Withdraw all of them? New ones can be made afterwards. [y/N] ")
        assert "  Mühlviertler Runde: 1 invitation;" in done.stdout
        if left is None:
            assert (done.returncode, new.exists()) == (1, False)
            assert "Nothing was changed." in done.stderr
        else:
            assert len(scene.open_in(new)) == left, typed
    withdraws = asked.choose(None, ask=str, note=str)
    for said, are_withdrawn in (("y", True), ("", False)):
        with patch("builtins.input", side_effect=[said]), translation.override("en"):
            assert withdraws([]) is are_withdrawn
    with patch("builtins.input", side_effect=[KeyboardInterrupt]), pytest.raises(CommandError):
        withdraws([])


@on_sqlite
def test_a_database_that_does_not_go_on_from_the_copy_says_nothing_about_it(scene: Scene) -> None:
    """As after an older copy was put back: what is there now never knew what the newer copy has."""
    older = scene.back_up()
    scene.house.do(people.add_members, by="Anna", club=scene.house.club, names=["Max"])
    newer = scene.back_up()
    present = scene.folder / "tarockclub.sqlite3"
    restored(older, present)
    answer = restored(newer, present, "--overwrite")
    assert asked.UNKNOWN in answer.stdout
    assert scene.open_in(present) == scene.all
    restored(older, present, "--overwrite")
    with closing(sqlite3.connect(present)) as other:
        other.execute("UPDATE django_migrations SET applied = '2020-01-01 00:00:00'")
        other.commit()
    assert asked.UNKNOWN in restored(older, present, "--overwrite").stdout, "another database"
    with closing(sqlite3.connect(present)) as early:
        early.execute("ALTER TABLE scoring_sharing RENAME COLUMN salt TO pepper")
        early.execute("ALTER TABLE scoring_sharing RENAME COLUMN withdrawn_at TO gone_at")
        early.commit()
    assert asked.UNKNOWN in restored(older, present, "--overwrite").stdout, "it cannot be read"


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


@on_sqlite
def test_passwords_and_second_factors_changed_since_hold(scene: Scene) -> None:
    house, new = scene.house, "Tarock-ist-Trumpf"
    secret = second_factor.new_secret()
    on = {"secret": secret, "typed": pyotp.TOTP(secret).at(timezone.now())}
    codes = {name: house.do(second_factor.switch_on, by=name, **on) for name in ("Bert", "Cilli")}
    copy = scene.back_up()
    house.do(people.change_password, by="Emil", old=PASSWORD, new=new)
    house.do(second_factor.switch_on, by="Dora", **on)
    house.do(second_factor.switch_off, by="Bert")
    assert second_factor._recovery_code_fits(house["Cilli"], codes["Cilli"][0])
    then = list(SecondFactor.objects.order_by("account").values_list(*ended.FACTOR))
    present = scene.present()
    answer = restored(copy, present, "--overwrite")
    assert "as they were before restoring. Accounts: 4." in answer.stdout
    with connected_to(present):
        emil = Account.objects.get(name="Emil")
        assert (emil.check_password(new), emil.check_password(PASSWORD)) == (True, False)
        assert list(SecondFactor.objects.order_by("account").values_list(*ended.FACTOR)) == then
        assert Client().post("/sign-in/", {"name": "Emil", "password": new}).status_code == 302


@on_sqlite
def test_rights_and_names_that_come_back_are_named(scene: Scene) -> None:
    house = scene.house
    guests = house.sheet(["Anna", "Xaver", "Bert", "Cilli"], name="9")
    duty, cilli = {"kind": Duty.Kind.DIRECTOR}, house.member("Cilli")
    scene.playing.do(give_duty, **duty, name="Cilli")
    copy = scene.back_up()
    house.do(people.dismiss, by="Anna", member=house.member("Bert"), role=Role.DIRECTOR)
    house.do(people.deactivate_member, by="Anna", member=house.member("Dora"))
    emil = house.member("Emil")
    nothing: dict[str, Any] = {"blank": (), "instead": {}}
    house.do(anonymise_member, by="Anna", member=emil, guests=(), **nothing)
    guest = guests.evening.participants.get(guest="Xaver")
    house.do(anonymise_guest, by="Anna", club=house.club, guests=[guest.pk], **nothing)
    scene.playing.do(end_duty, by="Anna", **duty, member=cilli.pk)
    house.do(move_away, by="Anna", club=house.club, address="https://tarock.example.org")
    present = scene.present()
    lines = restored(copy, present, "--overwrite").stdout.splitlines()
    at = lines.index("Done since the copy was made, and to be done again:")
    told = [line.partition(", Mühlviertler Runde: Anna ")[2] for line in lines[at + 1 : at + 7]]
    assert told[:2] == ["removed a role from Bert: Director", "deactivated Dora"]
    assert told[2].endswith("(in the copy: Emil)")
    assert told[3].endswith("(in the copy: Xaver)")
    assert told[4].startswith("relieved Cilli of directing “")
    assert told[5] == "redirected the addresses of the club to https://tarock.example.org"


def test_a_database_that_cannot_be_read_is_named_and_nothing_changes(
    scene: Scene, migrated_database: str
) -> None:
    client = scene.house.client("Emil")
    with pytest.raises(CommandError, match=r"Nothing was changed: .*nowhere.* cannot be read"):
        call_command("finish_restore", "--before", f"{scene.folder}/nowhere")
    assert client.get("/clubs/").status_code == 200
    another = migrated_database.rpartition("/" if connection.vendor == "postgresql" else "sqlite:///")[2]
    call_command("finish_restore", "--before", another, stdout=(said := StringIO()))
    assert said.getvalue().startswith(f"{another} does not continue this copy.")


@pytest.mark.database("postgresql")
def test_on_postgresql_a_command_of_its_own_does_the_same(scene: Scene) -> None:
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
        "./manage.py migrate",
        "./manage.py verify",
        f"./manage.py finish-restore --before {name}",
    ]
    environment["PATH"] = f"{find_programs()}:{environment['PATH']}"
    Client().post("/sign-in/", {"name": "Emil", "password": PASSWORD})
    try:
        for line in (create, restored):
            subprocess.run(line, shell=True, cwd=scene.folder, env=environment, check=True)
        for link in scene.links:
            link.ends()
        connection.close()
        with connected_to(f"{name}_restored"):
            assert not Session.objects.exists(), "the copy carries none"
            Client().force_login(Account.objects.get(name="Emil"))
        answer = manage(f"{address}/{name}_restored", "finish_restore", "--before", name)
        assert "Ended again, because they were ended after the copy was made: 1 invitation" in answer.stdout
        assert answer.stdout.endswith("Everybody is signed out.\n")
        with connected_to(f"{name}_restored"):
            assert not Session.objects.exists()
            assert [link.what for link in scene.links if link.opens()] == []
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"DROP DATABASE IF EXISTS {name}_restored")
