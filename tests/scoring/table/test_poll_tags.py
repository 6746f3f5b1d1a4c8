"""What a page that asks for news must hear of with its next question, however cheaply that is answered."""

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from http.cookies import SimpleCookie
from pathlib import Path
from types import ModuleType
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

import scoring
import tournaments
from scoring import clock
from scoring.accounts import guests, open_sessions
from scoring.accounts import verbs as people
from scoring.archive import verbs as moves
from scoring.archive.restoring import renew_links
from scoring.evenings import verbs as evening_verbs
from scoring.models import TAKEN_BACK, Evening, Member, Participant, Role, SecondFactor, Sharing, Sheet
from scoring.sharing import verbs as sharing_verbs
from scoring.table import confirmations, links, poll_tags
from scoring.table.views import recording
from tests.support.scoring.house import HOUSE, PASSWORD, House, ids, now
from tests.support.scoring.recording import address
from tests.support.scoring.tables import dreier
from tests.support.stages import Stage

SEATED = ("Anna", "Bert", "Kathi", "Emil")  # Kathi is a guest


@dataclass
class Table:
    """A table with a hand on it, and a browser that has opened it: a member's, or one that came by a link."""

    house: House
    sheet: Sheet
    browser: Client

    def ask(self, tag: str = "") -> tuple[int, str, int]:
        """Ask for news: the status, the tag, and how many queries it took."""
        headers = {"Sec-Fetch-Mode": "cors"} | ({"If-None-Match": tag} if tag else {})
        with CaptureQueriesContext(connection) as queries:
            answer = self.browser.get(address("live", self.sheet), headers=headers)
        return answer.status_code, answer.headers.get("ETag", ""), len(queries)

    @property
    def evening(self) -> Evening:
        return now(self.sheet).evening

    @property
    def key(self) -> str:
        return self.browser.cookies[settings.SESSION_COOKIE_NAME].value.partition(":")[0]

    def elsewhere(self) -> Client:
        """The same browser in another window."""
        other = Client()
        other.cookies = SimpleCookie(self.browser.cookies.output(header="", sep=";"))
        return other


def played(house: House) -> Sheet:
    sheet = house.sheet(SEATED, evening=house.evening(confirmation=True))
    house.play(sheet, dreier("Anna"))
    house.do(sharing_verbs.share_evening, by="Anna", evening=sheet.evening)
    return sheet


SHEET = Stage("polled", played, on=HOUSE)
polled = SHEET.fixture()


def opened(house: House, sheet: Sheet, who: str) -> Table:
    browser = Client()
    match who:
        case "table link":
            browser.get(reverse("scoring:table_link", args=[links.code_of(sheet, "record")]))
        case "read link":
            browser.get(reverse("scoring:read_link", args=[links.code_of(sheet, "read")]))
        case "evening link":
            browser.get(reverse("scoring:shared", args=[Sharing.objects.get().code]))
        case name:
            browser.post(reverse("scoring:sign_in"), {"name": name, "password": PASSWORD})
    return Table(house, sheet, browser)


# What can happen


def record(table: Table) -> None:
    table.house.play(table.sheet, dreier("Bert"))


def confirm(table: Table) -> None:
    table.house.tap(confirmations.confirm, table.sheet, table.sheet.entries.get(), "Bert")


def rename_member(table: Table) -> None:
    table.house.do(people.rename_member, by="Anna", member=table.house.member("Bert"), name="Berta")


def rename_guest(table: Table) -> None:
    about = {"club": table.house.club, "participant": int(ids(table.sheet)["Kathi"]), "name": "Käthe"}
    table.house.do(guests.rename_guest, by="Anna", **about)


def member_of_the_same_name(table: Table) -> None:
    """Somebody new sits down at another table; from then on the guest at this one is told apart."""
    hilda = table.house.member("Hilda")
    Member.objects.filter(pk=hilda.pk).update(name="Kathi")
    Participant.objects.create(evening=table.evening, member=hilda)


def close_table(table: Table) -> None:
    table.house.do(evening_verbs.close_sheet, by="Anna", sheet=table.sheet)


def close_evening(table: Table) -> None:
    table.house.do(evening_verbs.close_evening, by="Anna", evening=table.evening)


def switch_confirmation_off(_table: Table) -> None:
    Evening.objects.update(confirmation=False)


def put_back_a_copy(table: Table) -> None:
    """As many entries as before, and others."""
    sheet = now(table.sheet)
    Sheet.objects.update(stored_state=sheet.stored_state | {"head": "A" * len(sheet.state.head)})


def deactivate(table: Table) -> None:
    table.house.do(people.deactivate_member, by="Anna", member=table.house.member("Emil"))


def detach(table: Table) -> None:
    table.house.do(people.detach_account, by="Anna", member=table.house.member("Emil"))


def dismiss(table: Table) -> None:
    table.house.do(people.dismiss, by="Anna", member=table.house.member("Bert"), role=Role.DIRECTOR)


def sign_out(table: Table) -> None:
    table.elsewhere().post(reverse("scoring:sign_out"))


def end_sessions(table: Table) -> None:
    open_sessions.end_all_of(table.house["Emil"])


def let_session_run_out(table: Table) -> None:
    Session.objects.filter(session_key=table.key).update(expire_date=clock.now() - timedelta(seconds=1))


def change_password(table: Table) -> None:
    people.change_password(actor=table.house["Emil"], deed=uuid4(), old=PASSWORD, new=f"{PASSWORD}-neu")


def block(table: Table) -> None:
    """Whoever runs the server lets an account sign in no more."""
    account = table.house["Emil"]
    account.set_unusable_password()
    account.save()


def demand_second_factor(table: Table) -> None:
    SecondFactor.objects.create(account=table.house["Bert"], secret="S", made_at=clock.now())


def renew(kind: links.Kind) -> Callable[[Table], None]:
    return lambda table: void(table.house.do(links.renew_link, by="Anna", sheet=table.sheet, kind=kind))


def void(_answer: object) -> None:
    """Leave what a verb returns."""


def withdraw_sharing(table: Table) -> None:
    table.house.do(sharing_verbs.withdraw_sharing, by="Anna", sharing=Sharing.objects.get())


def end_links(_table: Table) -> None:
    """As after a copy was put back."""
    renew_links()


def move_away(table: Table) -> None:
    """The club goes on at another installation."""
    table.house.do(moves.move_away, by="Anna", club=table.house.club, address="https://tarock.example.org")


def take_evening_back(_table: Table) -> None:
    Evening.objects.update(occasion=TAKEN_BACK)


NEWS, GONE, ASKED_ANEW = "news", "gone", "asked anew"
CASES: list[tuple[str, Callable[[Table], None], str]] = [
    *((who, record, NEWS) for who in ("Emil", "table link", "read link", "evening link")),
    ("table link", confirm, NEWS),
    ("Emil", rename_member, NEWS),
    ("read link", rename_guest, NEWS),
    ("table link", member_of_the_same_name, NEWS),
    ("table link", close_table, NEWS),
    ("read link", close_evening, NEWS),
    ("read link", switch_confirmation_off, NEWS),
    ("read link", put_back_a_copy, NEWS),
    ("Emil", deactivate, GONE),
    ("Emil", detach, GONE),
    ("Bert", dismiss, ASKED_ANEW),
    ("Bert", demand_second_factor, ASKED_ANEW),
    ("Emil", sign_out, GONE),
    ("Emil", end_sessions, GONE),
    ("Emil", let_session_run_out, GONE),
    ("Emil", change_password, GONE),
    ("Emil", block, GONE),
    ("table link", renew("record"), GONE),
    ("read link", renew("read"), GONE),
    ("evening link", withdraw_sharing, GONE),
    *((who, end_links, GONE) for who in ("table link", "read link", "evening link")),
    *((who, move_away, GONE) for who in ("Emil", "table link", "read link", "evening link")),
    *((who, take_evening_back, GONE) for who in ("table link", "read link", "evening link")),
]


@pytest.mark.own_time("a tag is signed for the hour, and the next one costs more queries")
@pytest.mark.parametrize("moment", ["between two questions", "while one is answered"])
@pytest.mark.parametrize(
    ("who", "change", "heard"), CASES, ids=[f"{who}: {change.__name__}" for who, change, _ in CASES]
)
def test_the_next_question_hears_of_it(
    house: House,
    polled: Sheet,
    monkeypatch: pytest.MonkeyPatch,
    who: str,
    change: Callable[[Table], None],
    heard: str,
    moment: str,
) -> None:
    table = opened(house, polled, who)
    _status, tag, _queries = table.ask()
    assert table.ask(tag) == (304, tag, 1), "nothing new costs one query"
    if moment == "between two questions":
        change(table)
    else:  # it has been looked up who asks, and what stands on the sheet; the answer is not on its way yet
        real = recording.visit

        def overtaken(*about: Any) -> Any:
            visitor = real(*about)
            change(table)
            return visitor

        with monkeypatch.context() as patched:
            patched.setattr(recording, "visit", overtaken)
            _status, tag, _queries = table.ask()
    status, _tag, queries = table.ask(tag)
    if heard == ASKED_ANEW:
        assert queries > 1
    elif heard == GONE or moment == "between two questions":
        assert status == (404 if heard == GONE else 200)
    else:  # the overtaken answer may have told it already
        assert queries > 1


def test_a_tag_is_worth_nothing_to_others(house: House, polled: Sheet) -> None:
    """Nor to the same browser at another table, or in another language."""
    emil = opened(house, polled, "Emil")
    _status, tag, _queries = emil.ask()
    for who, status in (("table link", 304), ("Franz", 404)):
        other = opened(house, polled, who)
        answer, _tag, queries = other.ask(tag)
        assert answer == status
        assert queries > 1
    assert Client().get(address("live", polled), headers={"If-None-Match": tag}).status_code == 404
    beside = house.sheet(("Anna", "Bert", "Cilli", "Dora"), evening=polled.evening, name="2")
    assert emil.browser.get(address("live", beside), headers={"If-None-Match": tag}).status_code == 200
    emil.browser.cookies["language"] = "en"
    assert emil.ask(tag)[0] == 200
    forged = f'{tag[:-2]}{"0" if tag[-2] != "0" else "1"}"'
    assert emil.ask(forged)[2] > 1


def test_a_session_goes_on_while_a_page_only_asks(
    house: House, polled: Sheet, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = opened(house, polled, "Emil")
    _status, tag, _queries = table.ask()
    Session.objects.update(expire_date=clock.now() + timedelta(days=3))
    later = clock.now() + timedelta(seconds=poll_tags.SECONDS_OF_A_SIGNATURE)
    monkeypatch.setattr(clock, "now", lambda: later)
    assert table.ask(tag)[2] > 1
    assert Session.objects.get(session_key=table.key).expire_date > clock.now() + timedelta(days=10)


# What the query has to read: whoever adds something finds it here

NOT_IN_A_LOG = {  # deeds of no club, by their function, and what the query reads in their stead
    "_change_password": "account.password",
    "switch_on": "factor.id",
    "switch_off": "factor.id",
    "renew_codes": "",  # they end no right
    "sign_in_phone": "",  # it begins a session
    "tick": "",
    "change_imprint": "",
    "tables": "",  # a club that is gone has no tables
    "remove": "",
    "bring_beside": "",
    "bringing_in": "",
}


@pytest.mark.parametrize("app", [scoring, tournaments])
def test_whatever_is_written_outside_a_clubs_log_is_read_by_the_query(app: ModuleType) -> None:
    functions = set()
    for path in Path(inspect.getfile(app)).parent.rglob("*.py"):
        *parts, _last = path.read_text().split("record(None")
        functions |= {re.findall(r"\n *def (\w+)", part)[-1] for part in parts}
    assert functions <= NOT_IN_A_LOG.keys()
    assert all(column in poll_tags.STATE for column in NOT_IN_A_LOG.values())
