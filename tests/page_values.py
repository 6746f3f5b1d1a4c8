"""`python -m tests.page_values FILE [--club SLUG] [--most N]`: every value of the pages that count hands.

Whatever changes how statistics are stored or asked writes this file before and after: both have to be equal,
byte for byte. It follows the links of each club's season, statistics, careers, evenings, settlements and
sheets in the database that DATABASE_URL names, and writes down what stands on the pages, what their pictures
draw, and the cells of their files. `--fill HANDS` makes a big club for it, in an empty database.
"""

from __future__ import annotations

import argparse
import io
import re
import sys
from collections import Counter, deque
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Any
from zipfile import ZipFile

import django
from openpyxl import load_workbook

FOLLOWED = {  # pages by name, and how many of each at most, for every club
    "season": 60,
    "season_certificates": 2,
    "statistics": 200,
    "rating": 20,
    "season_member": 300,
    "evenings": 20,
    "evening": 60,
    "settling": 40,
    "story": 40,
    "evening_results": 20,
    "sheet": 80,
    "hand": 80,
    "exports": 4,
}
FILES = re.compile(r"\.(xlsx|csv|json|ods)\b|format=|/export")
DRAWN = ("d", "points", "x", "y", "width", "height", "cx", "cy", "title", "aria-label", "value")
PASSING = re.compile(r"\d{1,2}:\d{2}(:\d{2})?")  # times of day: a club is filled at some minute


class Values(HTMLParser):
    """The text of a page, and what its pictures draw, line by line."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.links: list[str] = []
        self._skipped = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        if tag in ("script", "style", "head"):
            self._skipped += 1
        if tag == "a" and named.get("href"):
            self.links.append(named["href"] or "")
        if tag in ("path", "polyline", "rect", "circle", "svg", "option", "td", "img"):
            drawn = [f"{name}={named[name]}" for name in DRAWN if named.get(name)]
            if drawn:
                self.lines.append(f"<{tag} {' '.join(drawn)}>")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("script", "style", "head"):
            self._skipped -= 1

    def handle_data(self, data: str) -> None:
        text = PASSING.sub("--:--", " ".join(data.split()))
        if text and not self._skipped:
            self.lines.append(text)


def cells(content: bytes) -> list[str]:
    """Return what stands in a file, whatever was written into it about the minute in which it was made."""
    if content[:2] != b"PK":
        return [PASSING.sub("--:--", line) for line in content.decode("utf-8", "replace").splitlines()]
    with ZipFile(io.BytesIO(content)) as files:
        names = files.namelist()
        if "[Content_Types].xml" not in names:
            return [line for name in names for line in (f"-- {name}", *cells(files.read(name)))]
    return [
        f"{sheet.title}: " + " | ".join("" if value is None else str(value) for value in row)
        for sheet in load_workbook(io.BytesIO(content))
        for row in sheet.iter_rows(values_only=True)
    ]


def values_of(club: Any, most: int) -> Iterator[str]:
    """Yield the values of all pages that can be reached from a club's own, in the order of their links."""
    from django.test import Client
    from django.urls import Resolver404, resolve

    from scoring.models import Member

    owner = Member.objects.filter(club=club, active=True, account__isnull=False).order_by("pk").first()
    assert owner is not None
    assert owner.account is not None
    visitor = Client(HTTP_HOST="localhost")
    visitor.force_login(owner.account)
    home = club.get_absolute_url()
    waiting = deque([f"{home}season/?period=all", f"{home}season/statistics/?period=all", f"{home}evenings/"])
    seen: set[str] = set(waiting)
    number: Counter[str] = Counter()
    while waiting:
        address = waiting.popleft()
        answer = visitor.get(address)
        kind = answer.headers.get("Content-Type", "")
        content = b"".join(answer.streaming_content) if answer.streaming else answer.content
        yield f"== {address} {answer.status_code} {kind}"
        if "html" not in kind:
            yield from cells(content)
            continue
        page = Values()
        page.feed(content.decode())
        yield from page.lines
        for link in page.links:
            further = link.split("#")[0]
            if further.startswith("?"):
                further = address.split("?")[0] + further
            if not further.startswith("/") or further in seen:
                continue
            try:
                name = resolve(further.split("?")[0]).url_name or ""
            except Resolver404:
                continue
            file = "export" in name or FILES.search(further)
            limit = 40 if file else FOLLOWED.get(name, 0)
            if number[name] < min(limit, most):
                number[name] += 1
                seen.add(further)
                waiting.append(further)


def fill(hands: int) -> None:
    """Fill an empty database with a club of many evenings under five rule sheets, drawn by a seed."""
    from scoring import heads
    from scoring.models import Evening, Participant, Sheet
    from scoring.rules.versions.versions import in_use
    from scoring.table.replay import start_of
    from scoring.table.writing import store_scores
    from tests.benchmarks.season import found
    from tests.support.scoring.statistics import random_records, write_down

    club, dice = found(), Random(71)
    members = list(club.members.all())
    sheets = ("standard", "tirol", "wien", "cup", "treffpunkt")
    tables, a_table = 10, 40
    for week in range(hands // (tables * a_table)):
        rules = in_use(sheets[week % 5], club)
        at = datetime(2026, 1, 1, 20, tzinfo=UTC)
        about: dict[str, Any] = {"cents_per_point": 10, "currency": "EUR", "opened_at": at}
        on = date(2022, 1, 4) + timedelta(weeks=week)
        evening = Evening.objects.create(club=club, date=on, ruleset=rules, **about)
        there = [Participant(evening=evening, member=one) for one in dice.sample(members, 5 * tables - 3)]
        there += [Participant(evening=evening, guest=f"Gast {n}", key=f"gast {n}") for n in range(3)]
        people = Participant.objects.bulk_create(there)
        dice.shuffle(people)
        for table in range(tables):
            ids = [str(player.pk) for player in people[5 * table : 5 * table + 5]]
            sheet = Sheet.objects.create(
                evening=evening,
                name=f"Tisch {table + 1}",
                ruleset=rules,
                players=ids,
                dealer=ids[0],
                opened_at=at,
                standing={},
            )
            position = start_of(sheet)
            sheet.standing = {**position.as_json(), "versions": [], **heads.begun(sheet)}
            store_scores(sheet, position)
            write_down(sheet, list(random_records(sheet, rules.slug, dice, a_table)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--club", default="")
    parser.add_argument("--most", type=int, default=10_000)
    parser.add_argument("--fill", type=int, default=0)
    asked = parser.parse_args()
    django.setup()
    from django.conf import settings

    from scoring.models import Club

    settings.ALLOWED_HOSTS = ["localhost"]
    settings.SECURE_SSL_REDIRECT = False
    if asked.fill:
        fill(asked.fill)
    if asked.file:
        with asked.file.open("w", encoding="utf-8") as into:
            for club in Club.objects.filter(**({"slug": asked.club} if asked.club else {})).order_by("pk"):
                for line in values_of(club, asked.most):
                    print(line, file=into)
    sys.stdout.flush()


if __name__ == "__main__":
    main()
