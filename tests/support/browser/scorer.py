"""Records hands as somebody at the table does: by tapping what the page shows, and counting the taps.

    Scorer(page).open(sheet).declarer("Anna").contract("Rufer").partner("Cilli").won().save()

Names and labels are those on the page, so the same lines work in both languages; the few words in
between are looked up here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from playwright.sync_api import Locator, Page, expect

from scoring.table.pages.recording_form import words


class Scorer:
    """Somebody with a phone at the table."""

    def __init__(self, page: Page, language: str = "de") -> None:
        self.page = page
        self.words = words(language)
        self.taps = 0
        self.place = 0  # which of several games side by side
        self.outcome = ""  # "won" or "lost", where saying so also saves

    def open(self, url: str) -> Scorer:
        self.page.goto(url)
        expect(self.page.get_by_role("heading", level=1)).to_be_visible()
        self.taps = 0
        self.outcome = ""
        return self

    # what is on the page

    def block(self, name: str) -> Locator:
        """A block by its id: "declarer-0", "partner-0", "bird", "premiums-others", "revoke", …"""
        return self.page.locator(f"[id='{name}']")

    def _here(self, name: str) -> Locator:
        return self.block(f"{name}-{self.place}")

    @property
    def save_button(self) -> Locator:
        """The one that saves; where it is still to be said whether the game was won, the one that says so."""
        return self.page.locator(
            f"#save-{self.outcome}" if self.outcome else "#save, .outcomes [aria-current]"
        )

    @property
    def hint(self) -> Locator:
        return self.page.locator(".save-bar .hint")

    @property
    def tidings(self) -> Locator:
        return self.page.locator(".tidings")

    @property
    def settlement(self) -> Locator:
        """Where it is still to be said whether the game was won: that of the one or the other."""
        return self.page.locator(f".settling .if-{self.outcome}" if self.outcome else ".settling")

    def tap(self, target: Locator) -> Scorer:
        target.click()
        self.taps += 1
        return self

    def _sees(self, part: Locator) -> bool:
        """Whether this is there; before the form is, nobody can say."""
        expect(self.page.locator("[id='declarer-0'], [id='special'], .save-bar").first).to_be_visible()
        return part.is_visible()

    def _button(self, block: Locator, name: str) -> Locator:
        """A button that begins with this name: marks such as "Vorhand" may follow."""
        return block.get_by_role("button", name=re.compile(rf"^(✓\s*)?{re.escape(name)}(?!\w)")).first

    # the game

    def declarer(self, name: str) -> Scorer:
        if self.place == 0:
            self.outcome = ""
        return self.tap(self._button(self._here("declarer"), name))

    def contract(self, label: str) -> Scorer:
        block = self._here("contract")
        tile = block.get_by_role("button", name=re.compile(rf"^(✓\s*)?{re.escape(label)} \d+( \+ [\d–]+)?$"))
        others = block.get_by_role("button", name=self.words["more_games"])
        if not self._sees(tile) and others.is_visible():
            self.tap(others)
        return self.tap(tile)

    def partner(self, name: str) -> Scorer:
        """Said in the row of seats, once it is known who plays and what."""
        return self.tap(self._button(self._here("declarer"), name))

    def king_in_talon(self) -> Scorer:
        return self.tap(self._button(self._here("partner"), self.words["talon"]))

    def self_called(self) -> Scorer:
        return self.tap(self._button(self._here("partner"), self.words["self"]))

    def _result(self, word: str) -> Scorer:
        button = self._here("result").get_by_role("button", name=self.words[word], exact=True)
        return self.tap(button)

    def _ended(self, word: str) -> Scorer:
        """Said at once, or with the tap that saves."""
        here = self._here("result").get_by_role("button", name=self.words[word], exact=True)
        if self._sees(here):
            return self.tap(here)
        self.outcome = word
        return self

    def won(self) -> Scorer:
        return self._ended("won")

    def lost(self) -> Scorer:
        return self._ended("lost")

    def drawn(self) -> Scorer:
        return self._result("drawn")

    def conceded(self) -> Scorer:
        return self._result("conceded")

    def blank(self) -> Scorer:
        return self._result("blank")

    def points(self, written: str) -> Scorer:
        """ "41/2" on the keypad, or "47" where no Blatt are counted."""
        result = self._here("result")
        opener = result.get_by_role("button", name=self.words["count_points"])
        if self._sees(opener):
            self.tap(opener)
        return self._type(result, written)

    def _type(self, block: Locator, written: str) -> Scorer:
        whole, _, blatt = written.partition("/")
        for digit in whole:
            self.tap(block.get_by_role("button", name=digit, exact=True))
        if blatt:
            self.tap(block.get_by_role("button", name=f"/{blatt}", exact=True))
        return self

    def tricks(self, count: int) -> Scorer:
        result = self._here("result")
        opener = result.get_by_role("button", name=self.words["tricks"])
        if self._sees(opener):
            self.tap(opener)
        return self.tap(result.get_by_role("button", name=str(count), exact=True))

    def kontra(self, level: str = "Kontra", *, void: bool = False) -> Scorer:
        block = self._here("kontra")
        self.tap(block.get_by_role("button", name=level, exact=True))
        if void:
            self.tap(block.get_by_role("button", name=self.words["void"]))
        return self

    def kontra_by(self, name: str) -> Scorer:
        row = self._here("kontra").get_by_role("group", name=name)
        return self.tap(row.get_by_role("button", name="Kontra", exact=True))

    def beside(self, name: str, label: str) -> Scorer:
        """A further player's game; what follows is about it."""
        self.tap(self.page.get_by_role("button", name=self.words["beside"]))
        if self.outcome:
            self._result(self.outcome)
            self.outcome = ""
        self.place += 1
        return self.declarer(name).contract(label)

    # Trischaken

    def _standing(self, name: str, word: str) -> Scorer:
        row = self._here("result").get_by_role("group", name=name, exact=True)
        return self.tap(row.get_by_role("button", name=self.words[word], exact=True))

    def most(self, name: str) -> Scorer:
        return self._standing(name, "most")

    def second(self, name: str) -> Scorer:
        return self._standing(name, "second")

    def jungfrau(self, name: str) -> Scorer:
        return self._standing(name, "jungfrau")

    def buergermeister(self) -> Scorer:
        return self.tap(self._here("result").get_by_role("button", name=re.compile("Bürgermeister")))

    def count(self, points: Iterable[str]) -> Scorer:
        """Everybody's points in order of play; the last player has what is left."""
        result = self._here("result")
        self.tap(result.get_by_role("button", name=self.words["count_all"]))
        for written in points:
            self._type(result, written)
        return self

    # premiums

    def bird(self, label: str) -> Scorer:
        return self.tap(self.block("bird").get_by_role("button", name=label, exact=True))

    def bird_made(self, label: str, *, made: bool = True) -> Scorer:
        word = self.words["bird_made" if made else "bird_missed"]
        return self.tap(self.block("bird").get_by_role("button", name=f"{label} {word}"))

    def bird_kontra(self, level: str = "Kontra") -> Scorer:
        return self.tap(self.block("bird").get_by_role("button", name=level, exact=True))

    def premium(self, label: str, state: str = "silent", *, others: bool = False, kontra: str = "") -> Scorer:
        """`state` is silent, made, missed, announced (in a revoked hand) or announced_open."""
        block = self._side(others=others)
        chip = self._button(block, label)
        self.tap(chip)
        opened = block.get_by_role("group", name=label, exact=True)
        if opened.is_visible():
            self.tap(opened.get_by_role("button", name=self.words[state], exact=True))
        if kontra:
            group = opened.get_by_role("group")
            self.tap(group.get_by_role("button", name=kontra, exact=True))
        return self

    def _side(self, *, others: bool) -> Locator:
        """The grid of premiums, switched to one side."""
        block = self.block("premiums-others" if others else "premiums-declarer")
        if not self._sees(block):
            self.tap(self.page.locator(".switch button[aria-pressed=false]"))
        return block

    def untick(self, label: str) -> Scorer:
        return self.tap(self._button(self._side(others=False), label))

    # out of the ordinary

    def special(self, word: str) -> Scorer:
        opener = self.page.locator("#special-opener")
        if self._sees(opener):
            self.tap(opener)
        return self.tap(self.block("special").get_by_role("button", name=self.words[word], exact=True))

    def renonce(self, by: str | list[str], claims: dict[str, int] | None = None) -> Scorer:
        self.special("renonce")
        for name in [by] if isinstance(by, str) else by:
            self.tap(self._button(self.block("revoke"), name))
        for name, claim in (claims or {}).items():
            for _ in range(claim):
                more = self.words["claim_more"].format(name=name)
                self.tap(self.block("revoke").get_by_role("button", name=more))
        return self

    def redeal(self) -> Scorer:
        """For the first of the usual reasons."""
        return self.special("redeal_why").tap(self.block("reason").locator("button").first)

    def struck(self, reason: str) -> Scorer:
        self.special("struck")
        self.page.get_by_label(self.words["reason"], exact=True).fill(reason)
        return self

    def schlussradl(self) -> Scorer:
        return self.special("schlussradl")

    def start_over(self) -> Scorer:
        """What was begun before the page was loaded is thrown away."""
        return self.tap(self.page.get_by_role("button", name=self.words["start_over"], exact=True))

    # saving

    def save(self) -> Scorer:
        """Taps save and waits until the server has said that this hand is saved."""
        with self.page.expect_response(
            lambda answer: answer.request.method == "POST" and answer.url.endswith("/record/")
        ) as sent:
            self.tap(self.save_button)
        assert sent.value.status == 200, sent.value.text()
        expect(self.tidings).to_have_attribute("data-saved", sent.value.json()["id"])
        self.place = 0
        self.outcome = ""
        return self

    def undo(self) -> Scorer:
        self.tap(self.page.get_by_role("button", name=self.words["undo"], exact=True))
        expect(self.page.get_by_role("button", name=self.words["redo"], exact=True)).to_be_visible()
        return self

    def redo(self) -> Scorer:
        self.tap(self.page.get_by_role("button", name=self.words["redo"], exact=True))
        expect(self.page.get_by_role("button", name=self.words["undo"], exact=True)).to_be_visible()
        return self


class Practised(Scorer):
    """Somebody who knows the form: a button they have tapped once is pressed by a script from then on."""

    def __init__(self, page: Page, language: str = "de") -> None:
        super().__init__(page, language)
        self.tapped: set[str] = set()

    def knows(self, button: str) -> bool:
        known = button in self.tapped
        self.tapped.add(button)
        return known

    def tap(self, target: Locator) -> Scorer:
        button, save = (str(known).partition("selector=")[2] for known in (target, self.save_button))
        saves = button == save
        if not (saves or "[id=" in button) or not self.knows(button):  # what else is there may be busy
            return super().tap(target)
        if saves:
            expect(target).to_be_enabled()
        target.dispatch_event("click")
        self.taps += 1
        return self


class Routined(Practised):
    """Somebody who records where the form is not what is looked at: a script presses all its buttons."""

    def knows(self, button: str) -> bool:
        return True
