"""Ten hands as a table plays them, and what they cost whoever records them: taps, scrolling, keys."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page

from tests.support.browser.scorer import Scorer

# At the table of Anna, Bert, Cilli and Dora; Anna is Vorhand.
USUAL: dict[str, Callable[[Scorer], Scorer]] = {
    "Rufer gewonnen": lambda s: s.declarer("Anna").contract("Rufer").partner("Cilli").won(),
    "Rufer im Kontra verloren": lambda s: (
        s.declarer("Anna").contract("Rufer").partner("Dora").kontra().lost()
    ),
    "König ultimo angesagt": lambda s: (
        s.declarer("Anna").contract("Rufer").partner("Bert").premium("König ultimo", "made").won()
    ),
    "Pagat angesagt und verloren": lambda s: (
        s.declarer("Bert").contract("Solorufer").partner("Dora").premium("Pagat", "missed").won()
    ),
    "Trull und Könige still": lambda s: (
        s.declarer("Anna").contract("Rufer").partner("Cilli").premium("Trull").premium("Könige").won()
    ),
    "Besserrufer mit Uhu": lambda s: (
        s.declarer("Dora").contract("Besserrufer").partner("Anna").bird("Uhu").bird_made("Uhu").won()
    ),
    "gemischt": lambda s: (
        s.declarer("Cilli")
        .contract("Solorufer")
        .partner("Dora")
        .kontra()
        .premium("König ultimo", "made", kontra="Kontra")
        .premium("Trull", others=True)
        .lost()
    ),
    "Dreier verloren": lambda s: s.declarer("Bert").contract("Dreier").lost(),
    "Trischaken": lambda s: s.declarer("Anna").contract("Trischaken").most("Bert").second("Cilli"),
    "Rufer mit 41/2, Trull der Gegner": lambda s: (
        s.declarer("Anna").contract("Rufer").partner("Cilli").premium("Trull", others=True).points("41/2")
    ),
}

# The same by a keyboard; Enter saves.
KEYS = {
    "Rufer gewonnen": "1r3g",
    "Rufer im Kontra verloren": "1r4kv",
    "König ultimo angesagt": "1r2uug",
    "Pagat angesagt und verloren": "2s4pprg",
    "Trull und Könige still": "1r3tog",
    "Besserrufer mit Uhu": "4b1ueg",
    "gemischt": "3s4kuuntev",
    "Dreier verloren": "2dv",
    "Trischaken": "1tmi",
    "Rufer mit 41/2, Trull der Gegner": "1r3tele412",
}

# Whether all of this lies above the bar, or in it, on the first screen.
IN_SIGHT = """target => {
    const [box, bar] = [target, document.querySelector('.save-bar')].map(one => one.getBoundingClientRect());
    const floor = target.closest('.save-bar') ? innerHeight : Math.min(innerHeight, bar.top);
    return scrollY === 0 && box.top >= 0 && box.bottom <= floor + 1;
}"""


HEIGHTS = (844, 664)


class Measuring(Scorer):
    """Somebody who is watched: at which heights did a tap need scrolling?"""

    def __init__(self, page: Page, language: str = "de") -> None:
        super().__init__(page, language)
        self.scrolled: set[int] = set()

    def tap(self, target: Locator) -> Scorer:
        target.wait_for()
        for height in reversed(HEIGHTS):
            self.page.set_viewport_size({"width": 390, "height": height})
            if not target.evaluate(IN_SIGHT):
                self.scrolled.add(height)
        return super().tap(target)
