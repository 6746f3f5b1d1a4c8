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

# To the page a second tap on the same spot at once is none: the finger trembled. A test means all of its
# taps; so the page sees each a second after the one before, but for the second one of a double tap.
UNHURRIED = """() => {
    if (window.taps !== undefined) return;
    window.taps = 0;
    document.addEventListener('click', event => {
        if (event.detail === 1) window.taps += 1;
        Object.defineProperty(event, 'timeStamp', { value: event.timeStamp + 1000 * window.taps });
    }, true);
}"""


class Scorer:
    """Somebody with a phone at the table."""

    def __init__(self, page: Page, language: str = "de") -> None:
        self.page = page
        self.words = words(language)
        self.taps = 0
        self.place = 0  # which of several games side by side

    def open(self, url: str) -> Scorer:
        self.page.goto(url)
        expect(self.page.get_by_role("heading", level=1)).to_be_visible()
        self.taps = 0
        return self

    # what is on the page

    def block(self, name: str) -> Locator:
        """A block by its id: "declarer-0", "partner-0", "bird", "premiums-others", "revoke", …"""
        return self.page.locator(f"[id='{name}']")

    def _here(self, name: str) -> Locator:
        return self.block(f"{name}-{self.place}")

    @property
    def save_button(self) -> Locator:
        return self.page.locator("#save")

    @property
    def hint(self) -> Locator:
        return self.page.locator(".save-bar .hint")

    @property
    def tidings(self) -> Locator:
        return self.page.locator(".tidings")

    @property
    def settlement(self) -> Locator:
        return self.page.locator(".settling")

    def tap(self, target: Locator) -> Scorer:
        self.page.evaluate(UNHURRIED)
        target.click()
        self.taps += 1
        return self

    def _sees(self, part: Locator) -> bool:
        """Return whether this is on the page; nobody can say before the form is."""
        expect(self.page.locator("[id='declarer-0'], .save-bar").first).to_be_visible()
        return part.is_visible()

    def _button(self, block: Locator, name: str) -> Locator:
        """A button that begins with this name: marks such as "Vorhand" may follow."""
        return block.get_by_role("button", name=re.compile(rf"^(✓\s*)?{re.escape(name)}(?!\w)")).first

    # the game

    def declarer(self, name: str) -> Scorer:
        return self.tap(self._button(self._here("declarer"), name))

    def contract(self, label: str) -> Scorer:
        block = self._here("contract")
        tile = block.get_by_role("button", name=re.compile(rf"^(✓\s*)?{re.escape(label)} \d+( \+ [\d–]+)?$"))
        chosen = block.locator(".chosen-game")
        if self._sees(chosen):
            self.tap(chosen)
        others = block.locator(".after [aria-expanded=false]")
        if not self._sees(tile) and others.is_visible():
            self.tap(others)
        return self.tap(tile)

    def further(self) -> Scorer:
        """Open what few hands need."""
        line = self.page.locator("#further[aria-expanded=false]")
        return self.tap(line) if self._sees(line) else self

    def partner(self, name: str) -> Scorer:
        """Choose the partner in the row of seats, once game and declarer are known."""
        return self.tap(self._button(self._here("declarer"), name))

    def king_in_talon(self) -> Scorer:
        return self.further().tap(self._button(self._here("partner"), self.words["talon"]))

    def _result(self, word: str) -> Scorer:
        button = self.further()._here("result").get_by_role("button", name=self.words[word], exact=True)
        return self.tap(button)

    def _ended(self, word: str) -> Scorer:
        """Say how the game ended: beside the save button, or with several games in the form."""
        in_till = self.page.locator(f"#ends-{word}")
        if self._sees(in_till):
            return self.tap(in_till)
        return self.tap(self._here("result").get_by_role("button", name=self.words[word], exact=True))

    def won(self) -> Scorer:
        return self._ended("won")

    def lost(self) -> Scorer:
        return self._ended("lost")

    def conceded(self) -> Scorer:
        return self._result("conceded")

    def keypad(self) -> Scorer:
        """Open the keypad for the card points."""
        keypad = self.page.locator(".keypad")
        if self._sees(keypad):
            return self
        opener = self.page.get_by_role("button", name=self.words["count_points"])
        if not self._sees(opener):
            self.further()
        return self.tap(opener)

    def points(self, written: str) -> Scorer:
        """ "41/2" on the keypad, or "47" where no Blatt are counted."""
        self.keypad()
        return self._type(self.page.locator(".keypad"), written)

    def _type(self, block: Locator, written: str) -> Scorer:
        whole, _, blatt = written.partition("/")
        for digit in whole:
            self.tap(block.get_by_role("button", name=digit, exact=True))
        if blatt:
            self.tap(block.get_by_role("button", name=f"/{blatt}", exact=True))
        return self

    def _raise(self, button: Locator, level: str) -> Scorer:
        """Tap a kontra until it stands at this level."""
        self.tap(button)
        for _ in range(3):
            if button.inner_text().splitlines()[-1].strip() == level:
                break
            self.tap(button)
        return self

    def kontra(self, level: str = "Kontra", *, void: bool = False) -> Scorer:
        self._raise(self._here("kontra").get_by_role("button"), level)
        if void:
            label = f"{self.words['kontra']}: {self.words['void']}"
            self.further().tap(self.block("void").get_by_role("button", name=label))
        return self

    def kontra_by(self, name: str) -> Scorer:
        return self.tap(self._here("kontra").get_by_role("button").filter(has_text=name))

    def beside(self, name: str, label: str) -> Scorer:
        """A further player's game; what follows is about it."""
        self.further().tap(self.page.get_by_role("button", name=self.words["beside"]))
        self.place += 1
        return self.declarer(name).contract(label)

    # Trischaken

    def _standing(self, name: str, word: str) -> Scorer:
        row = self._here("result").get_by_role("group", name=name, exact=True)
        return self.tap(row.get_by_role("button", name=self.words[word]))

    def most(self, name: str) -> Scorer:
        return self._standing(name, "most")

    def second(self, name: str) -> Scorer:
        return self._standing(name, "second")

    def jungfrau(self, name: str) -> Scorer:
        return self._standing(name, "jungfrau")

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
        return self._raise(self.block("bird").locator(".detail > .opt"), level)

    def row(self, label: str) -> Locator:
        """The line of a premium."""
        return self.page.get_by_role("group", name=label, exact=True).and_(self.page.locator(".prem"))

    def premium(self, label: str, state: str = "silent", *, others: bool = False, kontra: str = "") -> Scorer:
        """`state` is silent, made, missed or announced (in a revoked hand)."""
        row = self.row(label)
        if not self._sees(row.first):
            self.further()
        there = row.count()
        if others and row.last.locator("[aria-pressed=true]").count():  # the other side announced it
            too = self.words["announced_too"].format(label=label)
            self.further().tap(self.block("void").get_by_role("button", name=too, exact=True))
            row = row.nth(there)
        else:
            word = self.words["silent" if state == "silent" else "announced"]
            self.tap(row.get_by_role("button", name=f"{label} {word}"))
        if state == "missed":  # before the side: what the others cannot have made they may have missed
            self.tap(row.get_by_role("button", name=self.words["bird_missed"], exact=True))
        side = row.locator("[data-act*=premiumSide]")
        if others and self._sees(side) and side.get_attribute("aria-pressed") == "false":
            self.tap(side)
        if kontra:
            self._raise(row.locator("[data-act*=premiumKontraNext]"), kontra)
        return self

    def untick(self, label: str) -> Scorer:
        return self.tap(self.row(label).get_by_role("button", name=f"{label} {self.words['silent']}"))

    # out of the ordinary

    def at_the_table(self, word: str) -> Scorer:
        """Press a rarely used button in the menu beside the title."""
        menu = self.page.get_by_role("dialog", name=self.words["more"])
        self.tap(self.page.locator("#more"))
        return self.tap(menu.get_by_role("button", name=self.words[word], exact=True))

    def renonce(self, by: str | list[str], claims: dict[str, int] | None = None) -> Scorer:
        self.further()
        self.tap(self.page.get_by_role("button", name=self.words["renonce"], exact=True))
        for name in [by] if isinstance(by, str) else by:
            self.tap(self._button(self.block("revoke"), name))
        for name, claim in (claims or {}).items():
            for _ in range(claim):
                more = self.words["claim_more"].format(name=name)
                self.tap(self.block("revoke").get_by_role("button", name=more))
        return self

    def redeal(self) -> Scorer:
        """For the first of the usual reasons."""
        return self.at_the_table("redeal_why").tap(self.block("reason").locator("button").first)

    def struck(self, reason: str) -> Scorer:
        self.at_the_table("struck")
        self.page.get_by_label(self.words["reason"], exact=True).fill(reason)
        return self

    def schlussradl(self) -> Scorer:
        return self.at_the_table("schlussradl")

    def double_round(self) -> Scorer:
        return self.at_the_table("radl")

    def start_over(self) -> Scorer:
        """Discard the hand that was begun before the page was loaded."""
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
        return self


class Practised(Scorer):
    """Somebody who knows the form: a button they have tapped once is pressed by a script from then on."""

    def __init__(self, page: Page, language: str = "de") -> None:
        super().__init__(page, language)
        self.practised: set[str] = set()

    def knows(self, button: str) -> bool:
        known = button in self.practised
        self.practised.add(button)
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
