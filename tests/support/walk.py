"""A walk over addresses: each is opened once, and is asked there whatever is asked of every page and form."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

from scoring.models import Deed, Evening
from tests.support.approved import as_approved, expect_approved, main_of, the_same_each_time
from tests.support.scoring.people import told_in_both_languages
from tests.support.stored_forms import FormOnPage, forms_on
from tests.support.visitors import Answer, Row, Visitors, asked_often, asking, nothing_shown
from tournaments.models import Tournament


class Walk:
    """What is found out on the way, beside who gets what: pages as they are read, forms, and what they do.

    A page asks the database a few times. A form that begins with something is compared with what is newer,
    or stands among the others; sent as it was shown, it changes nothing. What arrives twice is done once, and
    answered the same. The log tells in both languages what was done.
    """

    def __init__(self, scene: Visitors, compared: Collection[str], others: Collection[str]) -> None:
        self.scene, self.compared, self.others = scene, compared, others
        self.deeds = set(Deed.objects.values_list("pk", flat=True))
        self.found: list[str] = []  # what is wrong
        self.pages: dict[str, str] = {}
        self.wrote = 0

    def visit(self, scene: Visitors, address: str, path: str, row: Row) -> None:
        """Let everybody read and write there; the scene may be about another table than that of the walk."""
        posted = row.posted(scene)
        self.found += scene.differences(address, path, row.reading, row.writing, posted, walk=self, **row.how)

    def read(self, who: str, address: str, answer: Answer) -> Iterator[str]:
        """Keep a page of the owner, and that of somebody not signed in if it is another one."""
        if answer.status != "200" or not answer.response.headers["Content-Type"].startswith("text/html"):
            return
        if answer.queries > (most := ASKS.get((address or "/").rsplit("/", 2)[1], QUERIES)):
            yield f"{address} asks the database {answer.queries} times, at most {most}"
        html = answer.response.content.decode()
        if as_approved(main_of(html)) != as_approved(main_of(self.pages.get(address, ""))):
            self.pages[address if who == "owner" else f"{address} (not signed in)"] = html
        for form in forms_on(answer.response) if who == "owner" else ():
            yield from self._unknown(address, form)
            if form.is_compared:
                yield from self._sent_as_shown(form.action or answer.response.request["PATH_INFO"], form)

    def _sent_as_shown(self, path: str, form: FormOnPage) -> Iterator[str]:
        """Send it untouched: a verb that is given what was shown, and does not compare it, raises."""
        before = terms()
        with asking(self.scene.browser("owner"), "post", path, form.with_(dict(form.buttons[:1]))) as sent:
            changed = terms() != before
        if changed or sent.written - {*BESIDE, *ADDED.get(path.rsplit("/", 2)[1], ())}:
            yield f"{path} sent as it was shown writes {sorted(sent.written)}"

    def _unknown(self, address: str, form: FormOnPage) -> Iterator[str]:
        if (not form.begins_with and not form.is_compared) or form.is_draft or address in self.others:
            return
        if address not in self.compared or not form.is_compared:
            yield f"{address} begins with {sorted(form.begins_with)}"

    def send(self, address: str, path: str, posted: Any, **how: Any) -> Answer:
        """Return the answer to what the owner sends, and send it again."""
        with asking(self.scene.browser("owner"), "post", path, posted, **how) as first:
            for deed in Deed.objects.exclude(pk__in=self.deeds):
                told_in_both_languages(deed)
            with nothing_shown():
                second = self.scene.ask_again("owner", "post", path, posted, **how)
        self.wrote += first.wrote
        if second.status != first.status or (second.wrote and address not in NEW_EACH_TIME):
            self.found.append(f"{address} does again {sorted(second.written)}: {second.status}")
        return first


def terms() -> list[Any]:
    """Return the terms of evenings and tournaments, without counters and times of saving."""
    return [
        {**row, "changes": 0, "changed_at": None}
        for model in (Evening, Tournament)
        for row in model.objects.order_by("pk").values()
    ]


BESIDE = (
    *("scoring_deed", "scoring_clublog", "tournaments_pulse"),
    *("scoring_evening", "tournaments_tournament"),  # a calendar's counts: terms()
)
ADDED = {"preset": ("tournaments_preset",)}
QUERIES = 21  # of a page
# Data about somebody are looked up wherever they may be; other rules are tried on each hand of a table; a
# table of a tournament tells its whole history.
ASKS = {"data": 100, "anonymise": 45, "rules": 36, "<int:table>": 28}
NEW_EACH_TIME = ("sign-in/", "display/", "invitation/<str:token>/", "phone/")  # attempts count, codes end


@contextmanager
def walking(
    scene: Visitors, approved: str, compared: Collection[str], others: Collection[str]
) -> Iterator[Walk]:
    """Yield a walk on which it is always the same moment; then compare its pages with those in the file."""
    with the_same_each_time(approved), asked_often():
        walk = Walk(scene, compared, others)
        yield walk
    assert walk.found == [], "\n".join(walk.found)
    if connection.vendor == "sqlite":  # numbers of rows stand in addresses
        expect_approved(approved, walk.pages)
