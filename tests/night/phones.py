"""A phone on a table, and whoever holds it: they tap what the page shows, and remember what they played."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page

from tests.night.network import NOTHING, Line, Network
from tests.support.browser.pages import in_time
from tests.support.browser.scorer import Routined, Scorer

FULL = """() => {
    const set = Storage.prototype.setItem;
    Storage.prototype.setItem = function (...what) {
        if (this === localStorage) throw new DOMException("full", "QuotaExceededError");
        set.apply(this, what);
    };
}"""
FETCH = "async (address) => (await fetch(address)).json()"
MOST_TRIES = 20  # to open a link in a network that loses one of sixteen answers
SECONDS_TO_HEAR = 10  # what others have entered, once nothing fails any more
HOUR = 3_600_000
OTHER_CLOCK = """
    const Real = Date;
    const off = () => Number(sessionStorage.getItem("clock") ?? 0);
    globalThis.Date = class extends Real {
        constructor(...given) { given.length ? super(...given) : super(Real.now() + off()); }
        static now() { return Real.now() + off(); }
    };
"""
SET_CLOCK = "(off) => { sessionStorage.clock = off; }"  # also where storage is full
TAPS = """([declarer, contract, [whole, blatt], kontra]) => {
    const tap = (block, found, what) => {
        const buttons = [...document.querySelectorAll(block)].filter((button) => !button.disabled);
        const button = buttons.find((button) => found(button) && button.checkVisibility());
        if (!button) throw new Error(`${what} cannot be tapped in ${block}`);
        button.click();
    };
    const shows = (text) => (button) => button.textContent.replace("✓", "").trim().startsWith(text);
    const acts = (...said) => (button) => button.dataset.act === JSON.stringify(said);
    const seats = [...document.querySelectorAll("#declarer-0 button:enabled")];
    const isBegun = document.querySelector(".blocks [aria-pressed=true]") !== null;  // a refused hand is back
    if (isBegun || !seats.some(shows(declarer))) return false;
    tap("#declarer-0 button", shows(declarer), declarer);
    tap("#contract-0 button", shows(contract), contract);
    const keys = ".counting .keypad button";
    const opener = "#result-0 [aria-expanded]";
    if (!document.querySelector(keys)) {
        if (!document.querySelector(opener)) tap("#further", () => true, "what few hands need");
        tap(opener, () => true, "the keypad");
    }
    for (const digit of whole) tap(keys, acts("digit", 0, null, Number(digit)), digit);
    if (blatt) tap(keys, acts("blatt", 0, null, Number(blatt)), blatt);
    if (kontra) tap("#kontra-0 button", shows("Kontra"), "Kontra");
    document.querySelector("#save:enabled")?.click();
    return true;
}"""
ASKS = """() => document.querySelector(
    "[data-order=putTogether], [data-order=saveAfter], [data-order=keep], [data-order=leaveIt], "
    + ".waiting .wrong, .blocks [aria-pressed=true]"
) !== null"""
IS_DONE = """(unanswered) => document.querySelector("#declarer-0 button") !== null
    && document.querySelector(".waiting li, .blocks [aria-pressed=true]") === null
    && !document.body.innerText.includes(unanswered)"""
TAKE_BACK = """(word) => {
    const buttons = [...document.querySelectorAll("[data-order=takeBack]:enabled")];
    const button = buttons.find((one) => one.textContent.trim() === word && one.checkVisibility());
    button?.click();
    return Boolean(button);
}"""
MEND = """([look, tried]) => {
    const isTapped = (block) => document.querySelector(`${block} [aria-pressed=true]`) !== null;
    const says = document.querySelector(".save-bar").textContent;
    const isRefused = says.includes(look) || document.querySelector(".blocks .wrong") !== null;
    const others = [...document.querySelectorAll("#declarer-0 button:enabled:not([aria-pressed=true])")];
    const other = others.find((one) => !tried.includes(one.querySelector(".name").innerText));
    const nobodyPlays = isTapped("#contract-0") && !isTapped("#declarer-0");
    if (!other || !(isRefused || nobodyPlays) || document.querySelector(".waiting li")) return "";
    document.querySelector("#declarer-0 [aria-pressed=true]")?.click();  // else the first one stays
    other.click();
    return other.querySelector(".name").innerText;
}"""
SAVE = "() => document.querySelector('#save:enabled')?.click()"
FINISH = """(drops) => {
    const tap = (act) => {
        const button = [...document.querySelectorAll(act)].find((one) => !one.disabled && one.offsetParent);
        if (button) button.click();
        return Boolean(button);
    };
    const acts = drops ? ["throwAway", "leaveIt", "startOver"] : ["saveAfter", "sendAllTheSame"];
    return acts.some((act) => tap(`[data-order="${act}"]`)) || (!drops && tap("#save"));
}"""
STATE_OF_SAVING = """() => {
    const save = document.querySelector("#save");
    return save ? { disabled: save.disabled, class: save.className, stored: { ...localStorage } } : null;
}"""
WARNING = "#record > .problems"
ONLINE = "dispatchEvent(new Event('online'))"


class Played(NamedTuple):
    """A hand as nobody else plays it this night: who, and how many card points."""

    declarer: str
    points: str
    kontra: bool = False
    contract: str = "Dreier"

    def __str__(self) -> str:
        return f"{self.declarer}'s {self.contract} with {self.points}{' and Kontra' if self.kontra else ''}"

    def is_told_in(self, said: str) -> bool:
        """Return whether a sentence of the page is about this hand."""
        return self.declarer in said and self.points in said and self.kontra == ("Kontra" in said)


class Device:
    """A browser that keeps what browsers keep, with a line of its own; emptied for each night.

    It stays for a whole run, as pages open in a third of the time where their scripts were loaded before.
    """

    def __init__(self, browser: Browser, server: int) -> None:
        self.line = Line(server)
        self.context: BrowserContext = browser.new_context(
            base_url=self.line.url,
            viewport={"width": 390, "height": 844},
            locale="de-AT",
            timezone_id="Europe/Vienna",
            service_workers="block",
        )
        in_time(self.context).add_init_script(OTHER_CLOCK)
        self.page = self.context.new_page()

    def begin(self, network: Network) -> Page:
        """Return its empty page, on this network."""
        self.line.network = network
        return self.page

    def empty(self) -> None:
        """Forget all that a browser keeps."""
        self.line.network = None
        self.context.set_offline(False)
        for _again in range(3):  # a page that did not open may still be on its way
            with suppress(Error):
                self.page.goto(self.line.url + NOTHING)
                break
        self.page.evaluate("localStorage.clear(); sessionStorage.clear()")
        self.page.goto("about:blank")
        self.context.clear_cookies()

    def close(self) -> None:
        self.context.close()
        self.line.close()


@dataclass
class Phone:
    """Opened by the link of a table, and in somebody's hand."""

    name: str
    device: Device
    door: str
    network: Network
    say: Callable[[str], None]
    alone: bool = True  # no other phone records at this table
    restored: int = 0  # so often a copy of the database had been put back when it opened its link

    def __post_init__(self) -> None:
        self.wrong: list[str] = []  # what somebody saw on it that cannot be
        self.played: list[Played] = []
        self.taken_back: list[Played] = []
        self.unsure: list[Played] = []  # taken back, and the page was left before that was answered
        self.undone_before = -1
        self.full = self.was_full = self.offline = False
        self.context = self.device.context
        self.page: Page = self.device.begin(self.network)
        self.address = self.door
        self.open()

    def open(self) -> None:
        """Open the table; without an answer the page is asked for again at the next step."""
        self.network.leave()
        try:
            self.page.goto(self.address)
            if "/record/" in self.page.url:
                self.address = self.page.url
        except Error:
            self.say(f"{self.name}: the page does not open")
        self.full = False

    def scan(self) -> None:
        """Open the table by its link or card: after a while that may be another sheet."""
        self.address = self.door
        self.open()

    def open_link_again(self) -> None:
        """Open the link anew, as everybody was signed out; beside the page, where that alone keeps hands."""
        self.say(f"{self.name}: opens the link again")
        self._leave()
        if self.full and self.waiting:
            self._open_link_beside()
            return
        if self.address != self.door:
            self.open()
        if self.address != self.door and self.is_open:
            self.wrong.append(f"{self.name}: is not signed out after a copy was put back")
        self.scan()

    def _open_link_beside(self) -> None:
        beside = self.context.new_page()
        for _again in range(MOST_TRIES):
            try:
                beside.goto(self.door)
            except Error:
                self.say(f"{self.name}: the link does not open")
            if "/record/" in beside.url:  # else the server may have failed
                break
        beside.close()

    @property
    def scorer(self) -> Scorer:
        return Routined(self.page)

    @property
    def is_open(self) -> bool:
        return self.page.locator("#declarer-0 button").count() > 0

    @property
    def is_free(self) -> bool:
        """Whether no hand is half filled in: the last one is saved, or waits."""
        return self.page.locator(".blocks [aria-pressed=true]").count() == 0

    @property
    def says_unanswered(self) -> bool:
        """Whether the page asks to tap again, as nobody knows whether an undo has arrived."""
        return self.page.get_by_text(self.scorer.words["not_saved"]).count() > 0

    @property
    def is_done(self) -> bool:
        """Return whether the page is open, and nothing is half filled in, waits or is unanswered."""
        return bool(self.page.evaluate(IS_DONE, self.scorer.words["not_saved"]))

    @property
    def waiting(self) -> int:
        return self.page.locator(".waiting li").count()

    @property
    def seats(self) -> list[str]:
        """Everybody at the table, as the row of seats has them."""
        return self.page.locator("#declarer-0 .name").all_inner_texts()

    @property
    def players(self) -> list[str]:
        """Everybody who does not sit out now."""
        return self.page.locator("#declarer-0 button:enabled .name").all_inner_texts()

    # What is done

    def record(self, hand: Played) -> bool:
        """Tap what the page shows, as quickly as a script can; False where the form is not free."""
        if not self.page.evaluate(TAPS, [hand.declarer, hand.contract, hand.points.split("/"), hand.kontra]):
            return False
        self.played.append(hand)
        self.say(f"{self.name}: {hand}")
        return True

    def take_back(self) -> bool:
        """Take back the hand that was recorded last, where the page offers it and it is this phone's."""
        before, mine = self.undone, self.current()
        if not (mine and self.alone and self.is_free):
            return False
        if not self.page.evaluate(TAKE_BACK, self.scorer.words["undo"]):
            return False
        self.say(f"{self.name}: takes back {mine[-1]}")
        self.undone_before = before
        self.taken_back.append(mine[-1])
        return True

    @property
    def undone(self) -> int:
        """Return how often it was told what became of something that it took back."""
        return sum(told.what == "undo" and told.status < 500 for told in self.network.told)

    def _leave(self) -> None:
        """Leave the page; what was taken back and not answered is looked at anew, and may stand or not."""
        if self.undone == self.undone_before and self.waiting == 0:
            self.unsure.append(self.taken_back[-1])
        self.undone_before = -1

    def reload(self) -> None:
        self.say(f"{self.name}: reloads")
        self._leave()
        self.open()

    def close_and_open(self) -> None:
        """Close the tab: whoever opens the table again finds what the browser has kept."""
        self.say(f"{self.name}: closes the page and opens it anew")
        self._leave()
        self.page.goto("about:blank")
        self.open()

    def fill_storage(self) -> None:
        self.say(f"{self.name}: its storage is full")
        self.page.evaluate(FULL)
        self.full = self.was_full = True

    def set_clock(self, hours: int) -> None:
        self.say(f"{self.name}: its clock is {hours} hours wrong")
        self.page.evaluate(SET_CLOCK, hours * HOUR)

    def switch_network(self) -> None:
        self.offline = not self.offline
        self.say(f"{self.name}: is {'off' if self.offline else 'on'}line")
        self.context.set_offline(self.offline)

    def answer_questions(self) -> None:
        """Say what only people know: which hands are the same. Here each is played once, so none is."""
        if not self.page.evaluate(ASKS):
            return
        together = self.page.get_by_role("button", name=self.scorer.words["put_together"], exact=True)
        if together.is_visible():
            self.say(f"{self.name}: puts both lists together")
            same = self.page.locator(".both ol").last.locator("button[aria-pressed=true]")
            while same.count():
                _tap(same.first)
            for differing in self.page.locator(".contradictions > li").all():
                _tap(differing.get_by_role("button", name=self.scorer.words["two_hands"]))
            _tap(together)
        self._throw_away_what_cannot_be()
        for word in ("save_after", "keep"):
            button = self.page.get_by_role("button", name=self.scorer.words[word], exact=True).first
            if button.is_visible():
                self.say(f"{self.name}: says that it is another hand")
                _tap(button)
        self._mend_what_is_refused()
        if not self.is_free:
            self.page.evaluate(SAVE)

    def tap_again(self) -> None:
        """Tap once more where the page says that nothing was answered: an undo, and the hand after it."""
        again = self.page.get_by_role("button", name=self.scorer.words["again"], exact=True)
        for button in (again, self.page.locator("#save")):
            if button.count() and button.is_visible() and button.is_enabled():
                self.say(f"{self.name}: taps again")
                _tap(button)
                return

    def _throw_away_what_cannot_be(self) -> None:
        """Throw away a hand that the table has no place for any more, as whoever declared sits out there."""
        leave = self.page.get_by_role("button", name=self.scorer.words["leave_it"], exact=True)
        if leave.is_visible():  # it was opened in the form by itself
            _tap(leave)
        first = self.page.locator(".waiting li").first
        if first.locator(".wrong", has_text=self.scorer.words["stopped_problems"]).count():
            said = first.inner_text()
            hand = next(hand for hand in self.current() if hand.is_told_in(said))
            self.say(f"{self.name}: throws away {hand}")
            _tap(first.get_by_role("button", name=self.scorer.words["throw_away"], exact=True))
            self.taken_back.append(hand)

    def _mend_what_is_refused(self) -> None:
        """Let somebody else have played the hand in the form, if whoever declared sits out by now."""
        if not self.current():
            return
        refused = self.current()[-1]
        tried = [hand.declarer for hand in self.played if hand[1:] == refused[1:]]
        # In one look: a hand that is saved in between empties the form.
        if name := self.page.evaluate(MEND, [self.scorer.words["look"], tried]):
            mended = refused._replace(declarer=name)
            self.say(f"{self.name}: {refused} is refused; it was {mended}")
            self.taken_back.append(refused)
            self.played.append(mended)

    def send_now(self) -> None:
        """Let it try at once, as when the network comes back."""
        self.page.evaluate(ONLINE)

    @property
    def has_everything_sent(self) -> bool:
        try:
            self.answer_questions()
            if self.is_done:
                return True
            if self.says_unanswered:
                self.tap_again()
        except Error as error:  # a page that is being loaded anew is asked again
            if "context was destroyed" not in error.message:
                raise
        return False

    def finish(self, *, drops: bool) -> None:
        """Save once more what was refused and is in the form; or drop it, as it is refused for good."""
        if self.page.evaluate(FINISH, drops):
            self.say(f"{self.name}: {'drops' if drops else 'saves once more'} what is in the form")
        elif drops and not self.is_free:
            self.reload()  # then it offers to begin anew

    def says(self) -> str:
        """Return what stands beside the button that saves, and what waits."""
        parts = self.page.locator(".save-bar, .blocks [aria-pressed=true], .blocks .wrong").all_inner_texts()
        shown = [" ".join(part.split()) for part in parts if part.strip()]
        return " | ".join([*shown, str(self.page.evaluate(STATE_OF_SAVING))])

    def totals(self) -> list[str]:
        return ["".join(text.split()) for text in self.page.locator("#declarer-0 .total").all_inner_texts()]

    def totals_in_time(self, wanted: list[str]) -> list[str]:
        """Return what the page shows, once it has heard of everything by itself."""
        until = time.monotonic() + SECONDS_TO_HEAR
        while (shown := self.totals()) != wanted and time.monotonic() < until:
            self.send_now()
            self.page.wait_for_timeout(50)
        return shown

    # What it knows of the sheet

    def current(self) -> list[Played]:
        """Return what stands on the sheet, where nobody else has recorded on it."""
        return [hand for hand in self.played if hand not in self.taken_back]

    def warns(self) -> bool:
        """Return whether it says that the sheet is not the one it has seen."""
        return self.page.locator(WARNING).count() > 0

    def warns_in_time(self) -> bool:
        """Return whether it says so, once it has asked about what it had seen."""
        until = time.monotonic() + SECONDS_TO_HEAR
        while not self.warns() and time.monotonic() < until:
            self.page.wait_for_timeout(50)
        return self.warns()

    def heads(self) -> dict[str, Any]:
        """Return the links of the whole sheet, and the head they are to lead to."""
        address = self.page.url.replace("/record/", "/heads/?after=0")
        found: dict[str, Any] = self.page.evaluate(FETCH, address)
        return found

    def seen_heads(self, *, read: bool = False) -> set[tuple[int, str]]:
        """Return of which states of the sheet it was told, or has surely read: entries, and their head."""
        found = (seen.table for seen in self.network.seen if seen.is_read or not read)
        return {(table["after"], table["head"]) for table in found if table.get("head")}


def _tap(button: Locator) -> None:
    """Tap as the keyboard does: asked again at once, a second tap on one spot would count as trembling."""
    button.dispatch_event("click")
