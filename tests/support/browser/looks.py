"""What is wrong with a page as somebody sees it: cut off, too small, too close, not accessible."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.urls import resolve
from playwright.sync_api import Page

from tests.support.browser.axe import AXE, axe, axe_of_colours

__all__ = ["AXE", "axe", "axe_of_colours"]  # one looks for everything here

LONG = "Maximilian-Alexander Obergrubenwaldner"

WIDTH, PHONE, DESK = 320, 390, 1280

CUT_OFF = """() => [...document.querySelectorAll('main *')]
    .filter(element => !element.closest('.scroll') && !element.closest('.unseen'))
    .filter(element => element.getBoundingClientRect().right > innerWidth + 1)
    .map(element => element.tagName + ': ' + element.textContent.trim().slice(0, 40))"""


# At a desk, with a mouse, the rows of a table or list are 38 px high, and so are the links in them.
SMALL_TARGETS = """() => [...document.querySelectorAll('a, summary, button')]
    .filter(element => !element.classList.contains('skip') && !element.closest('p'))
    .map(element => [
        element.textContent.trim(), element.getBoundingClientRect(),
        innerWidth >= 1024 && matchMedia('(pointer: fine)').matches && element.closest('td, th, .people')
            ? 37 : 48])
    .filter(([, box, least]) => box.width > 0 && (box.height < least || box.width < least))
    .map(([text, box]) => `${text}: ${box.width} x ${box.height}`)"""

# What a box of its own hides: cut names, words that end in the middle. A box of 1 px is for screen readers.
CLIPPED = """() => [...document.querySelectorAll('main *')]
    .filter(one => !one.closest('.scroll, .unseen, svg, input'))
    .filter(one => getComputedStyle(one).overflowX !== 'visible')
    .filter(one => one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1)
    .map(one => `${one.tagName}: ${one.textContent.trim().slice(0, 40)}`)"""


SMALL_TEXT = """() => [...document.querySelectorAll('main *')]
    .filter(one => one.getClientRects().length && !one.closest('.unseen'))
    .filter(one => [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
    .filter(one => parseFloat(getComputedStyle(one).fontSize) < 17.99 && !one.closest('.shrunk'))
    .map(one => `${getComputedStyle(one).fontSize}: ${one.textContent.trim().slice(0, 40)}`)"""

# Everything that can be tapped is at least 8 px from its neighbours; text is at least 18 px high.
TOO_CLOSE = """() => {
    const tapped = '#record button, #record a, #record input:not([type=hidden])';
    const shown = [...document.querySelectorAll(tapped)]
        .filter(one => !one.closest('.save-bar, .scroll'))  // rows of a sheet pass below its head
        .map(one => [one.textContent.trim(), one.getBoundingClientRect(), one.closest('.stuck #declarer-0')])
        .filter(([, box]) => box.width > 0);
    const close = [];
    shown.forEach(([name, a, stays], place) => shown.slice(place + 1).forEach(([other, b, too]) => {
        if (stays !== too) return;  // what stays in sight covers what passes below it
        const across = Math.max(a.left, b.left) - Math.min(a.right, b.right);
        const down = Math.max(a.top, b.top) - Math.min(a.bottom, b.bottom);
        if (Math.max(across, down) < 7.5) close.push(`${name} | ${other}: ${across}, ${down}`);
    }));
    return close;
}"""

# Opens what is folded, but for the examples of a sheet, which are hundreds; says whether there was anything.
UNFOLD = """() => {
    const folded = [...document.querySelectorAll('details:not(.group, [open])')];
    folded.forEach(one => one.open = true);
    return folded.length > 0;
}"""

FITS = "document.scrollingElement.scrollWidth <= innerWidth"
LOOKS = {"cut off": CUT_OFF, "clipped": CLIPPED, "small target": SMALL_TARGETS, "small text": SMALL_TEXT}
SEEN = f"""() => [
    ...({FITS} ? [] : ['the page scrolls sideways']),
    {", ".join(f"...({script})().map(one => `{look}: ${{one}}`)" for look, script in LOOKS.items())}
]"""
TWICE = "document.documentElement.style.fontSize = '225%'"  # twice our own 112.5 %
AS_WRITTEN = "document.documentElement.style.fontSize = ''"
A_FRAME = "new Promise(requestAnimationFrame)"  # in which names are fitted anew
CUT_OFF_IF_BIG = f"""async () => {{
    {TWICE};
    await {A_FRAME};
    await {A_FRAME};
    const found = ({CUT_OFF})();
    {AS_WRITTEN};
    return found.map(one => `big letters, cut off: ${{one}}`);
}}"""


# Where what matters begins below 500 px of a phone: pages for a desk, and any with names of forty letters.
BEGINS = {
    "edit_sheet": 1010,
    "import_old_sheets": 980,
    "edit_rows": 850,
    "draw": 740,
    "paper_hands": 720,
    "share_player": 700,
    "round_blanks": 690,
    "turn_away_many": 680,
    "shared_coming": 650,
    "check_in": 630,
    "guest": 620,
    "round_lots": 620,
    "duties": 610,
    "entrant": 610,
    "cards": 610,
    "sheet": 610,
    "repair_table": 610,
    "whole_day": 610,
    "seating": 600,
    "blank_evening": 600,
    "ruling": 590,
    "blank_sheet": 590,
    "wishes": 590,
    "old_sheets": 580,
    "sections": 570,
    "right_names": 570,
    "disputes_log": 560,
    "hand": 550,
    "settle_objection": 550,
    "old_batch": 550,
    "register": 550,
    "seats": 550,
    "public": 540,
    "links": 540,
    "public_seating": 540,
    "rating": 530,
    "exchange_people": 530,
    "series": 520,
    "people": 520,
    "new_table": 520,
    "member": 520,
    "imprint": 520,
    "money": 520,
    "close_evening": 510,
    "stored_data": 510,
    "picture": 510,
    "series_person": 510,
}

# Where one is, and what matters now, is in sight; it is asked before anything folded is opened.
WAYS = """() => {
    const WHAT_MATTERS = 'main :is(' +
        'tr, svg, li, dd, article, .next, .said, .clock, .quality, .mine, .link, .chip, .field, ' +
        '.seats, .share, input, textarea)';
    const NAMES = '.totals span, .people a, .shares .name, .names li, .payments b, .figures tbody th';
    const shown = one => one.getClientRects().length > 0;
    const phone = innerWidth < 500, found = [];
    const title = [...document.querySelectorAll('main h1')].find(shown);
    const subject = document.querySelector('nav.subject');
    if (title) {
        const size = parseFloat(getComputedStyle(title).fontSize);
        const end = title.getBoundingClientRect().bottom + scrollY;
        const forTheTable = location.pathname.startsWith('/c/');  // the number of a table, read across it
        if (size > (phone ? 32.1 : 40.1) && !forTheTable) found.push(`a title of ${size} px`);
        if (phone && end > (innerWidth < 390 ? 640 : 500)) found.push(`the title ends at ${end} px`);
    }
    if (phone && subject && subject.getBoundingClientRect().bottom + scrollY > 500)
        found.push('the bar ends below 500 px');
    const matters = [...document.querySelectorAll(WHAT_MATTERS)].filter(shown)
        .find(one => !one.closest('.asked, .search-fold, .headline, .downloads, .problems'));
    const recording = document.querySelector('#record');  // where it is scrolled, its seats go along
    const begins = matters && !recording ? matters.getBoundingClientRect().top + scrollY : 0;
    const probe = document.createElement('i');
    probe.style.color = 'var(--accent)';
    document.body.append(probe);
    const accent = getComputedStyle(probe).color;
    probe.remove();
    const filled = [...document.querySelectorAll('main button, main .button')].filter(shown)
        .filter(one => !one.matches('[aria-pressed], .chip') && one.textContent.trim())
        .filter(one => !one.closest('#record') || one.closest('.save-bar'))  // a choice there is filled, too
        .filter(one => getComputedStyle(one).backgroundColor === accent);
    if (filled.length > 1)
        found.push(`several filled buttons: ${filled.map(one => one.textContent.trim()).join(' | ')}`);
    const places = document.querySelectorAll('.top .places a');
    const marked = document.querySelectorAll('.top .places a[aria-current]');
    const offered = new Set([...document.querySelectorAll('.crumbs a')].map(one => one.getAttribute('href')));
    const inClub = [...offered].some(href => /^\\/clubs\\/[^/]+\\/$/.test(href));
    if (inClub && !document.querySelector('#record') && (places.length !== 5 || marked.length !== 1))
        found.push(`${places.length} places of the club, ${marked.length} of them marked`);
    const words = [...places].map(place => {
        const range = document.createRange();
        range.selectNodeContents(place);
        return range.getBoundingClientRect();
    });
    if (words.some((box, place) => place && box.left < words[place - 1].right + 3))
        found.push('places that touch each other');
    for (const name of document.querySelectorAll(NAMES)) {
        const texts = document.createTreeWalker(name, NodeFilter.SHOW_TEXT), range = document.createRange();
        const parts = () => texts.currentNode.data.matchAll(/[^\\s\\-‑–\\/·]+[\\-‑–\\/]?/g);
        while (texts.nextNode()) for (const part of parts()) {
            range.setStart(texts.currentNode, part.index);
            range.setEnd(texts.currentNode, part.index + part[0].length);
            const lines = new Set([...range.getClientRects()].map(box => Math.round(box.top)));
            if (lines.size > 1 && shown(name)) found.push(`a broken name: ${name.textContent.trim()}`);
        }
    }
    return [found, document.documentElement.scrollHeight, begins];
}"""


def look_closely(visitor: Page, width: int) -> None:
    assert visitor.evaluate(CUT_OFF) == []
    assert visitor.evaluate("document.documentElement.scrollWidth") <= width
    assert visitor.evaluate(SMALL_TARGETS) == []


def seen(visitor: Page) -> list[str]:
    """What is wrong without axe."""
    return list(visitor.evaluate(SEEN))


def complaints(visitor: Page) -> list[str]:
    """Everything that is wrong with what the visitor sees."""
    return [*axe(visitor), *seen(visitor)]


def complaints_by_day_and_night(visitor: Page) -> list[str]:
    """The same in both lights, without opening the page again; afterwards it is day."""
    visitor.emulate_media(color_scheme="dark")
    by_night = [f"by night: {colour}" for colour in axe_of_colours(visitor)]
    visitor.emulate_media(color_scheme="light")
    return [*complaints(visitor), *by_night]


def complaints_on_every_screen(visitor: Page, *between: int) -> list[str]:
    """On a narrow phone in both lights, at a desk by night; without axe also at the widths between them."""
    height = (visitor.viewport_size or {"height": 844})["height"]
    visitor.set_viewport_size({"width": WIDTH, "height": height})
    found = complaints_by_day_and_night(visitor)
    for width in (*between, DESK):
        visitor.set_viewport_size({"width": width, "height": height})
        found += [f"{width} wide: {complaint}" for complaint in seen(visitor)]
    visitor.emulate_media(color_scheme="dark")
    found += [f"{DESK} wide, by night: {complaint}" for complaint in axe(visitor)]
    visitor.emulate_media(color_scheme="light")
    visitor.set_viewport_size({"width": WIDTH, "height": height})
    return found


def seen_on_every_screen(visitor: Page, *between: int) -> list[str]:
    """The same without axe: for stories through pages that test_every_page.py shows to axe."""
    height = (visitor.viewport_size or {"height": 844})["height"]
    found = []
    for width in (*between, DESK, WIDTH):
        visitor.set_viewport_size({"width": width, "height": height})
        found += [f"{width} wide: {complaint}" for complaint in seen(visitor)]
    return found


def ways(visitor: Page) -> tuple[list[str], int]:
    """What is wrong with where one is and what matters, on this screen, and how high the page is."""
    for _ in range(2):
        visitor.evaluate(f"() => {A_FRAME}")  # names are fitted to the width
    found, height, begins = visitor.evaluate(WAYS)
    width = visitor.evaluate("innerWidth")
    address = resolve(urlsplit(visitor.url).path).url_name or ""
    if width == PHONE and begins > BEGINS.get(address, 500):
        found.append(f"what matters of {address} begins at {begins:.0f} px")
    return [f"{width} wide: {complaint}" for complaint in found], int(height)


def ways_and_heights(visitor: Page) -> tuple[list[str], dict[int, int]]:
    """The same on the screen that is there, on a phone and at a desk."""
    size = visitor.viewport_size
    wrong, _height = ways(visitor)
    heights = {}
    for width, height in ((PHONE, 844), (DESK, 800)):
        visitor.set_viewport_size({"width": width, "height": height})
        further, heights[width] = ways(visitor)
        wrong += further
    if size is not None:
        visitor.set_viewport_size(size)
    return wrong, heights


def with_big_letters(visitor: Page) -> list[str]:
    """What leaves a phone when its letters are twice the size; afterwards all is as it was."""
    size = visitor.viewport_size
    visitor.set_viewport_size({"width": PHONE, "height": 844})
    wrong = list(visitor.evaluate(CUT_OFF_IF_BIG))
    if size is not None:
        visitor.set_viewport_size(size)
    return wrong
