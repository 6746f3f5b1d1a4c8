"""A first evening, from the set-up link to its end: taps and keys are counted up to the first hand."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Page, expect

from scoring.accounts import verbs as people
from scoring.evenings.pages.evening import people_of
from scoring.models import Evening
from tests.support.browser.evenings import in_order, type_name
from tests.support.browser.looks import seen
from tests.support.browser.pages import OpenPage
from tests.support.browser.people import sign_in
from tests.support.browser.scorer import Scorer
from tests.support.browser.sheet import house, open_sheet
from tests.support.scoring.house import House
from tests.support.scoring.tables import FOUR

__all__ = ["house"]  # the fixtures

# At most, from the set-up link to the first hand that is saved: letters of names are not counted.
TAPS, KEYS = 9, 30
TO_EVERYBODYS_PHONE = 3  # taps from there: the sheet, who pays whom, share

# Counts what a thumb does, wherever it is done: the page that counts is left again and again.
COUNTING = """
const more = (what) => sessionStorage.setItem(what, Number(sessionStorage.getItem(what) ?? 0) + 1);
addEventListener("click", ({ detail }) => detail && more("taps"), true);
addEventListener("keydown", () => more("keys"), true);
"""
NAMES = ("Anna", "Bert", "Cilli", "Dora")


class Counted:
    """The taps and keys of somebody on a phone, by what they were for."""

    def __init__(self, phone: Page) -> None:
        self.phone = phone
        self.steps: dict[str, tuple[int, int]] = {}
        phone.add_init_script(COUNTING)

    def step(self, what: str, *, names: Sequence[str] = ()) -> None:
        """What was done since the last step was `what`; the letters of these names do not count."""
        read = "['taps', 'keys'].map((what) => Number(sessionStorage.getItem(what) ?? 0))"
        taps, keys = self.phone.evaluate(read)
        before = (sum(one[0] for one in self.steps.values()), self.keys_of_names)
        done = sum(one[1] for one in self.steps.values())
        self.keys_of_names += sum(map(len, names))
        self.steps[what] = (taps - before[0], keys - self.keys_of_names - done)

    keys_of_names = 0

    @property
    def together(self) -> tuple[int, int]:
        taps, keys = zip(*self.steps.values(), strict=True)
        return sum(taps), sum(keys)

    def __str__(self) -> str:
        lines = [f"{'':24}taps  keys"]
        lines += [f"{what:24}{taps:4}{keys:6}" for what, (taps, keys) in self.steps.items()]
        return "\n".join([*lines, f"{'together':24}{self.together[0]:4}{self.together[1]:6}"])


def typed(phone: Page, *texts: str) -> None:
    """Type where the page has put the cursor; each line ends with Enter."""
    for text in texts:
        phone.keyboard.type(text)
        phone.keyboard.press("Enter")


def test_a_first_evening_from_the_set_up_link_to_its_end(page: OpenPage) -> None:
    phone = shared_by(page, sheet="with pictures")
    scorer, counted = Scorer(phone), Counted(phone)
    phone.goto(f"/setup/{people.setup_code()}/")
    assert seen(phone) == []
    phone.keyboard.type("Anna")
    scorer.tap(phone.locator(".offered"))
    scorer.tap(phone.get_by_role("button", name="Einrichten", exact=True))
    expect(phone.get_by_role("heading", name="Einfach spielen")).to_be_visible()
    counted.step("set up", names=["Anna"])
    expect(phone.locator("#newcomer")).to_be_focused()  # else the first letters go nowhere
    typed(phone, "Bert", "Cilli", "Dora")
    assert in_order(phone) == [*NAMES]
    assert seen(phone) == []
    scorer.tap(phone.locator("[data-order=seatMarked]").first)
    scorer.tap(phone.get_by_role("button", name="Spielen", exact=True))
    phone.wait_for_url("**/record/")
    counted.step("sit down", names=NAMES[1:])
    scorer.declarer("Anna").contract("Rufer").partner("Bert").won().save()
    expect(phone.get_by_role("heading", name="Hand 2")).to_be_visible()
    counted.step("the first hand")
    print(counted)  # seen with `pytest -s`
    assert counted.together[0] == scorer.taps
    assert counted.together[0] <= TAPS, counted
    assert counted.together[1] <= KEYS, counted

    # Emil comes, and Anna, who would deal next, leaves: the deal passes on.
    scorer.tap(phone.get_by_role("button", name=scorer.words["seating"]))
    type_name(phone, "Emil")
    scorer.tap(phone.get_by_role("button", name=scorer.words["seat_left"].format(name="Anna")))
    scorer.tap(phone.get_by_role("button", name=scorer.words["save_seats"]))
    expect(scorer.tidings).to_contain_text("Bert gibt")
    scorer.declarer("Emil").contract("Dreier").lost().save()

    before = scorer.taps
    scorer.tap(phone.get_by_role("link", name="Blatt"))
    scorer.tap(phone.get_by_role("link", name="Abrechnung"))
    expect(phone.get_by_role("button", name="Das Ergebnis teilen")).to_be_visible()
    assert seen(phone) == []
    scorer.tap(phone.get_by_role("button", name="Das Ergebnis teilen"))
    expect(phone.locator("html")).to_have_attribute("data-handed", "1")
    assert phone.evaluate("handed[0].files[0].type") == "image/png"
    assert "zahlt" in phone.evaluate("handed[0].text") or "zahlen" in phone.evaluate("handed[0].text")
    assert scorer.taps - before <= TO_EVERYBODYS_PHONE

    evening = Evening.objects.get()
    phone.goto(evening.get_absolute_url())
    scorer.tap(phone.get_by_role("link", name="Abend abschließen"))
    scorer.tap(phone.get_by_role("button", name="Abend abschließen"))
    expect(phone.get_by_text("Der Abend ist abgeschlossen.")).to_be_visible()
    assert seen(phone) == []
    owed = phone.locator(".payments li").filter(has=phone.get_by_role("button", name="bezahlt"))
    ticks = owed.count()
    scorer.tap(owed.first.get_by_role("button"))
    expect(owed).to_have_count(ticks - 1)
    scorer.tap(phone.get_by_role("button", name="Abend teilen"))
    expect(phone.locator("html")).to_have_attribute("data-handed", "1")
    drawn = "createImageBitmap(handed[0].files[0]).then(one => [one.width, one.height])"
    assert is_tall(*phone.evaluate(drawn))
    found = people_of(evening, evening.sheets.all(), evening.names())
    totals = {person.name: person.total for person in found}
    assert totals == {"Anna": 1, "Bert": 6, "Cilli": 4, "Dora": 4, "Emil": -15}


def is_tall(width: int, height: int) -> bool:
    """Return whether a picture fills a phone."""
    return width == 1080 and height > 1.8 * width


def shared_by(page: OpenPage, *, sheet: str) -> Page:
    """A phone with a share sheet, without one over https, or on plain http."""
    phone = page(390, 844)
    phone.add_init_script(SHARE_SHEETS[sheet])
    return phone


KEPT = """
window.handed = [];
const kept = what => {
  window.handed.push(what);
  document.documentElement.dataset.handed = window.handed.length;
  return Promise.resolve();
};
"""
COPIES = "if (navigator.clipboard) navigator.clipboard.writeText ="
NO_SHEET = "navigator.share = undefined;"
SHARE_SHEETS = {
    "with pictures": f"{KEPT} navigator.share = kept; navigator.canShare = () => true;",
    "of sentences": f"{KEPT} navigator.share = kept; navigator.canShare = () => false;",
    "none": f"{KEPT} {NO_SHEET} {COPIES} kept;",
    "plain http": f"{NO_SHEET} {COPIES} () => Promise.reject(); document.execCommand = () => false;",
}


def test_the_result_is_handed_on_with_one_tap(page: OpenPage, house: House) -> None:
    """By a share sheet that takes no pictures, to the clipboard, or marked to be copied."""
    played = open_sheet(house, FOUR, 3)
    for sheet in ("of sentences", "none", "plain http"):
        phone = sign_in(shared_by(page, sheet=sheet), "en")
        phone.goto(f"{played.evening.get_absolute_url()}settling/")
        phone.get_by_role("button", name="Share the result").click()
        if sheet == "plain http":
            expect(phone.get_by_label("The result in a sentence")).to_be_visible()
            expect(phone.get_by_text("Marked above")).to_be_visible()
            continue
        expect(phone.locator("html")).to_have_attribute("data-handed", "1")
        text = phone.evaluate("handed[0].text ?? handed[0]")
        assert text.startswith("Mühlviertler Runde, ")
        assert " pays " in text
        assert phone.evaluate("handed[0].files ?? null") is None
        if sheet == "none":
            expect(phone.get_by_text("Copied.")).to_be_visible()


def test_the_result_is_kept_as_a_picture(page: OpenPage, house: House) -> None:
    played = open_sheet(house, FOUR, 3)
    phone = sign_in(page(390, 844), "en")
    phone.goto(f"{played.evening.get_absolute_url()}settling/")
    with phone.expect_download() as kept:
        phone.get_by_role("button", name="As a picture").click()
    path = kept.value.path()
    assert path.read_bytes().startswith(b"\x89PNG")
    phone.goto(f"{played.evening.get_absolute_url()}share/")
    expect(phone.get_by_role("button", name="Share the result")).to_be_visible()
    assert seen(phone) == []


def test_over_plain_http_a_closed_evening_is_kept_as_one_tall_picture(page: OpenPage, house: House) -> None:
    played = open_sheet(house, FOUR, 3)
    phone = sign_in(shared_by(page, sheet="plain http"), "en")
    phone.goto(f"{played.evening.get_absolute_url()}close/")
    phone.get_by_role("button", name="Close the evening").click()
    phone.get_by_role("heading", name="The evening", exact=True).wait_for()
    phone.get_by_role("button", name="paid").first.click()
    expect(phone.get_by_text("Ticked as paid.")).to_be_visible()
    expect(phone.get_by_role("button", name="Take back")).to_have_count(1)
    expect(phone.get_by_role("button", name="Share the evening")).to_be_hidden()
    with phone.expect_download() as kept:
        phone.get_by_role("button", name="Save the picture").click()
    assert kept.value.path().read_bytes().startswith(b"\x89PNG")
    picture = phone.get_by_role("img", name="The evening as a picture")
    expect(picture).to_be_visible()
    assert is_tall(*picture.evaluate("one => [one.naturalWidth, one.naturalHeight]"))
    assert seen(phone) == []
