"""How many kinds of links, buttons, titles, boxes and lists the pages have together."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from playwright.sync_api import Page

from tests.support.browser.scripts import script

KINDS = script("kinds")
DECIDED = tomllib.loads(Path(__file__).with_name("kinds.toml").read_text(encoding="utf-8"))
AT_MOST: dict[str, int] = DECIDED["at_most"]
KEEPS_ITS_OWN = {app: {*names.split()} for app, names in DECIDED["keeps_its_own"].items()}


class Kinds:
    """The looks of each kind seen so far, with their pages, and which pages keep looks of their own."""

    def __init__(self) -> None:
        self.looks: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        self.usual: set[str] = set()
        self.own: set[str] = set()

    def see(self, name: str, visitor: Page) -> None:
        """Add what the page of this name shows now; nothing if it was refused."""
        if (looks := visitor.evaluate(KINDS)) is not None:
            self.add(name, **looks)

    def add(self, name: str, *, drawn: bool, kinds: dict[str, list[str]]) -> None:
        (self.usual if drawn else self.own).add(name)
        if drawn:
            for kind, looks in kinds.items():
                for look in looks:
                    self.looks[kind][look].add(name)

    def complaints(self, app: str, names: Iterable[str] = ()) -> list[str]:
        """Return which kinds are too many, and which page stands wrongly in a list of kinds.toml."""
        listed = KEEPS_ITS_OWN[app]
        wrong = [f"{name} has not the class page" for name in sorted(self.own - listed)]
        wrong += [f"{name} keeps no looks of its own" for name in sorted((self.usual - self.own) & listed)]
        wrong += [f"no page is called {name}" for name in sorted(listed - {*names}) if names]
        for kind, most in AT_MOST.items():
            if len(looks := self.looks[kind]) > most:
                seen = "\n".join(
                    f"  {look}: {', '.join(sorted(pages)[:4])}" for look, pages in sorted(looks.items())
                )
                wrong.append(f"{len(looks)} kinds of {kind}, at most {most}:\n{seen}")
        return wrong
