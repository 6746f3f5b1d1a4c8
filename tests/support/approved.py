"""Pages as somebody reads them, kept as files: what changes there is read before it is committed.

`APPROVE=1` writes the files anew: `APPROVE=1 python -m pytest -k approved`; then read what git shows.
"""

from __future__ import annotations

import datetime
import os
import random
import re
import textwrap
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from difflib import unified_diff
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.test import override_settings
from django.utils import timezone

from tests.support.stages import BUILT_AT

FOLDER = Path(__file__).parents[1] / "approved"
WIDTH = 110
UNREAD = {"script", "style", "svg", "template", "datalist"}
BLOCKS = {
    *("dl", "form", "h1", "h2", "h3", "h4", "legend", "ol", "p", "section", "summary", "table", "tr", "ul"),
}
BEGINS = {"h1": "#", "h2": "##", "h3": "###", "h4": "####", "li": "-", "option": "|", "td": "|", "th": "|"}
# What an element says beside its text, in this order.
SAID = ("href", "action", "src", "name", "min", "max", "for", "aria-label", "title", "alt", "placeholder")
FLAGS = ("checked", "selected", "disabled", "required", "hidden", "open", "multiple", "aria-current", "lang")
# Signed, numbers of deeds, keys of links, versions, secrets: other ones say nothing.
RANDOM = re.compile(
    r"\S*:1\w{5}:\S*|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b(?=[0-9a-f]*[0-9])[0-9a-f]{8,}\b"
    r"|[A-Z2-7]{4}(?: [A-Z2-7]{4}){7}"
)


@contextmanager
def the_same_each_time(drawn_from: str) -> Iterator[None]:
    """Fix the time and the lots, so that pages are the same at every run."""
    with drawn_the_same(drawn_from), pytest.MonkeyPatch.context() as patch:
        patch.setattr(timezone, "now", lambda: BUILT_AT + datetime.timedelta(hours=2))
        yield


@contextmanager
def drawn_the_same(drawn_from: str) -> Iterator[None]:
    """What is drawn by lot is always the same."""
    drawn = random.Random(drawn_from)
    settings = {"SECRET_KEY": 6 * "approved ", "PHONE_ENGINE": lambda: None}  # which has a version and a size
    with pytest.MonkeyPatch.context() as patch, override_settings(**settings):
        patch.setattr(os, "urandom", drawn.randbytes)
        patch.setattr(random, "_urandom", drawn.randbytes)
        yield


class Reader(HTMLParser):
    """Reads the main part of a page as lines: a block begins a new one."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[list[str]] = [[]]
        self.unread: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if self.unread or tag in UNREAD:
            self.unread.append(tag) if tag in UNREAD else None
            return
        if tag in BLOCKS:
            self.lines.append([])
        known = {name: value or "" for name, value in attributes}
        said = [known[name] for name in SAID if name in known]
        if "value" in known:
            said.append(f"={known['value']}")
        said += [name for name in FLAGS if name in known]
        shown = " ".join(said)
        if tag in BEGINS:
            self.lines[-1].append(BEGINS[tag])
        if shown and known.get("name") != "csrfmiddlewaretoken":
            self.lines[-1].append(f"‹{shown}›")

    def handle_endtag(self, tag: str) -> None:
        if self.unread:
            if tag == self.unread[-1]:
                self.unread.pop()
            return
        if tag in BLOCKS:
            self.lines.append([])

    def handle_data(self, data: str) -> None:
        if not self.unread and (text := " ".join(data.split())):
            self.lines[-1].append(text)


def as_approved(html: str) -> str:
    """Return the lines of a piece of a page, without what differs at every run.

    >>> print(as_approved("<h1>Anna</h1><p>won <a href='/x/'>3</a></p>"))
    # Anna
    won ‹/x/› 3
    """
    reader = Reader()
    reader.feed(html)
    lines = [RANDOM.sub("…", " ".join(line)) for line in reader.lines if line]
    return "\n".join("\n".join(textwrap.wrap(line, WIDTH, break_long_words=False)) for line in lines)


def main_of(html: str) -> str:
    return html.partition("<main")[2].partition(">")[2].partition("</main>")[0]


def pieces_of(pages: Mapping[str, str]) -> Iterator[str]:
    """Yield title and main part of each page, and the lines around it that are new."""
    known: set[str] = set()
    for address, html in sorted(pages.items()):
        title = html.partition("<title>")[2].partition("</title>")[0]
        yield f"=== {address}\n{as_approved(f'<p>{title}</p>{main_of(html)}')}\n\n"
        head, foot = html.partition("<body")[2].partition("<main")[0], html.partition("</main>")[2]
        around = as_approved(f"<p>{head.partition('>')[2]}</p>{foot}").splitlines()
        if new := [line for line in around if line not in known]:
            known.update(new)
            yield "\n".join([f"=== around {address}", *new, "", ""])


def expect_approved(name: str, pages: Mapping[str, str]) -> None:
    """Compare pages with those in the file of this name; with `APPROVE=1` they replace them."""
    file = FOLDER / f"{name}.txt"
    text = "".join(pieces_of(pages))
    if os.environ.get("APPROVE"):
        FOLDER.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    approved = file.read_text(encoding="utf-8") if file.exists() else ""
    lines = unified_diff(approved.splitlines(), text.splitlines(), "approved", "now", n=1, lineterm="")
    changed = "\n".join(lines)
    assert not changed, f"If people should read this: APPROVE=1 python -m pytest -k approved\n{changed}"
