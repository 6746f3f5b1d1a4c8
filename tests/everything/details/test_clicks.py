"""How much there is within two clicks of *Heute*: kinds of pages, links and words, on a phone."""

from collections.abc import Iterator
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

import pytest
from django.test import Client
from django.urls import resolve

from scoring import clock, demo
from scoring.models import Account, Member
from scoring.names import folded

AT_MOST = {"owner": (36, 550, 6_600), "member": (24, 350, 7_700), "guest": (17, 250, 9_000)}
EMPTY = {"base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
UNSEEN = {"datalist", "desc", "head", "option", "script", "style", "template", "title"}
UNSEEN_CLASSES = {"for-others", "skip", "unseen", "wide-only"}


class Opened(HTMLParser):
    """Where the links of a page lead, and how many words are seen when it opens."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links, self.words = list[str](), 0
        self.around = [("", True, True)]  # open tags: whether each is seen itself, and what is in it
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has, (outer, itself, inside) = dict(attrs), self.around[-1]
        seen = inside or (itself and (outer, tag) == ("details", "summary"))
        seen &= tag not in UNSEEN and "hidden" not in has
        seen &= UNSEEN_CLASSES.isdisjoint((has.get("class") or "").split())
        self.links += [has["href"] or ""] if seen and tag == "a" and "href" in has else []
        if tag not in EMPTY:
            self.around.append((tag, seen, seen and (tag != "details" or "open" in has)))

    def handle_endtag(self, tag: str) -> None:
        while tag in (outer for outer, *_ in self.around) and self.around.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        self.words += len(data.split()) if self.around[-1][2] else 0


def reached(client: Client, start: str) -> Iterator[tuple[str, Opened]]:
    """Yield the name of each kind of page within two clicks, and what the first of its pages shows."""
    known, kinds, addresses = {start}, set[str](), [start]
    for is_last in (False, False, True):
        further = list[str]()
        for address in addresses:
            if is_last and resolve(urlsplit(address).path).view_name in kinds:
                continue
            answer = client.get(address, follow=True)
            if answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/html"):
                path, page = answer.request["PATH_INFO"], Opened(answer.content.decode())
                further += [urljoin(path, link).partition("#")[0] for link in page.links]
                if (kind := resolve(path).view_name) not in kinds:
                    kinds.add(kind)
                    yield kind, page
        addresses = [to for to in dict.fromkeys(further) if to.startswith("/") and to not in known]
        known.update(addresses)


def seen_by_each() -> Iterator[tuple[str, dict[str, tuple[int, int]]]]:
    """Yield who looks around in a new demonstration, and links and words of each kind of page."""
    owner, member = (
        Account.objects.create(name=name, key=folded(name), made_at=clock.now())
        for name in ("Franz", "Walpurga")
    )
    club = demo.create_demo_club(actor=owner)
    Member.objects.filter(club=club, name=member.name).update(account=member)
    here = club.get_absolute_url()
    starts = {"owner": (owner, here), "member": (member, here), "guest": (None, "/")}
    for who, (account, start) in starts.items():
        client = Client()
        if account:
            client.force_login(account)
        pages = dict(reached(client, start))
        yield who, {kind: (len(page.links), page.words) for kind, page in pages.items()}


@pytest.mark.django_db
def test_two_clicks_lead_to_few_kinds_of_pages_with_few_links_and_words() -> None:
    for who, rows in seen_by_each():
        links, words = map(sum, zip(*rows.values(), strict=True))
        found = (len(rows), links, words)
        assert all(one <= most for one, most in zip(found, AT_MOST[who], strict=True)), (who, found, rows)
