"""What the names on a page lead to, or send: enough to follow what the handbook tells, without a browser."""

import re
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urljoin

from django.test import Client

from tests.support.stored_forms import FormOnPage, FormParser, Values

NAMED = ("a", "button", "h1", "h2", "label", "legend", "summary")


@dataclass
class NamedPart:
    """Something with a name: a link, a button, a heading."""

    kind: str
    form: FormOnPage | None
    address: str = ""
    of_form: str = ""  # the id of another form that it sends
    own: Values = field(default_factory=dict)
    names: list[str] = field(default_factory=list)  # piece by piece: some belong to screen readers alone

    def is_called(self, name: str) -> bool:
        """Return whether that is its name, or all of it but signs such as ×2."""
        whole = " ".join(self.names)
        return name in (*self.names, whole, whole.removeprefix("×2 "))


class NamedParts(FormParser):
    """All of them on a page above its foot, but for what stands in the head of every page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.named: list[NamedPart] = []
        self.by_id: dict[str, FormOnPage | None] = {}
        self.open: list[NamedPart] = []
        bars = re.findall(r'<nav class="(?:places|subject)".*?</nav>', page, re.DOTALL)
        self.feed(page[page.index("<main") : page.index("</main")] + "".join(bars))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        super().handle_starttag(tag, attrs)
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.by_id[given.get("id", "")] = self.form
        if tag in NAMED:
            own = {given["name"]: [given.get("value", "")]} if given.get("name") else {}
            self.named.append(NamedPart(tag, self.form, given.get("href", ""), given.get("form", ""), own))
            self.open.append(self.named[-1])

    def handle_data(self, data: str) -> None:
        super().handle_data(data)
        if words := " ".join(data.split()):
            for part in self.open:
                part.names.append(words)

    def handle_endtag(self, tag: str) -> None:
        super().handle_endtag(tag)
        if tag in NAMED and self.open:
            self.open.pop()


@dataclass
class Desk:
    """A director's browser; it notes which names it has found under which section of the chapter."""

    client: Client
    home: str = ""  # the tournament's own page
    address: str = ""
    section: str = ""  # of the chapter, which is followed just now
    found: dict[str, set[tuple[str, str]]] = field(default_factory=lambda: {"de": set(), "en": set()})
    pages: dict[str, dict[str, NamedParts]] = field(default_factory=dict)  # in both languages

    def go(self, address: str) -> None:
        """Open a page; one that nothing was done to since is still there."""
        self.address = urljoin(self.address, address)
        if self.address not in self.pages:
            self._show(self.client.get(self.address, follow=True))

    def look_again(self) -> None:
        """Somebody else has done something."""
        self.pages.clear()
        self.go(self.address)

    def _show(self, answer: Any) -> None:
        assert answer.status_code == 200, f"{answer.request['PATH_INFO']}: {answer.status_code}"
        asked = answer.request["QUERY_STRING"]
        self.address = answer.request["PATH_INFO"] + (f"?{asked}" if asked else "")
        self.pages[self.address] = {"de": NamedParts(answer.content.decode())}

    @property
    def parts(self) -> dict[str, NamedParts]:
        return self.pages[self.address]

    def see(self, german: str, english: str, kinds: tuple[str, ...] = NAMED) -> NamedPart:
        """Return what is called so in German, and in English on the same page."""
        if "en" not in self.parts:
            self.client.cookies["language"] = "en"
            self.parts["en"] = NamedParts(self.client.get(self.address).content.decode())
            self.client.cookies["language"] = "de"
        for language, name in (("en", english), ("de", german)):
            there = [
                part for part in self.parts[language].named if part.kind in kinds and part.is_called(name)
            ]
            shown = sorted(
                {" ".join(part.names) for part in self.parts[language].named if part.kind in kinds}
            )
            assert there, f"{self.section}: nothing on {self.address} is called {name!r}, but {shown}"
            self.found[language].add((self.section, name))
        return there[0]

    def follow(self, german: str, english: str) -> None:
        self.go(self.see(german, english, ("a",)).address)

    def press(self, german: str, english: str, **typed: str) -> None:
        """Send the form of a button, with what else is typed into it."""
        button = self.see(german, english, ("button",))
        form = self.parts["de"].by_id[button.of_form] if button.of_form else button.form
        assert form is not None
        sent = {**form.sent, **button.own, **typed}
        answer = self.client.post(urljoin(self.address, form.action), sent, follow=True)
        problems = re.findall(r'class="errorlist".*?</', answer.content.decode(), re.DOTALL)
        assert not problems, f"{german}: {problems}"
        self.pages.clear()
        self._show(answer)


def bold(text: str) -> set[tuple[str, str]]:
    """Return the names in bold of a chapter, each with the anchor of its section."""
    parts = re.split(r'<h2 id="([^"]+)">', text)[1:]
    return {
        (anchor, " ".join(name.split()))
        for anchor, words in zip(parts[::2], parts[1::2], strict=True)
        for name in re.findall(r"<b>(.*?)</b>", words, re.DOTALL)
    }
