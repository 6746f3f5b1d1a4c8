"""What axe finds wrong with a page.

Most of its time goes into the contrast of texts. A page has the same texts as most others: what axe has found
good once, it need not look at again where the same letters stand on the same papers in the same colours.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

TAGS = ["wcag2a", "wcag2aa", "wcag2aaa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
CONTRAST = ["color-contrast", "color-contrast-enhanced"]
# All that can be wrong by night only: dark pages have other colours, and nothing else.
COLOURS = [*CONTRAST, "link-in-text-block"]

# No page has sounds or films, and no rule of these asks for the style sheets apart.
AXE = {"runOnly": TAGS, "resultTypes": ["violations"], "preload": False}
NO_CONTRAST = {**AXE, "rules": {rule: {"enabled": False} for rule in CONTRAST}}
LINKS = {"runOnly": {"type": "rule", "values": COLOURS[2:]}, "resultTypes": ["violations"]}

# Null where axe is not there yet; all that passes would take as long to hand over.
RUN = "async asked => 'axe' in globalThis ? (await axe.run(asked)).violations : null"

# By night a link in a text is told by its colour alone, or it is underlined.
BY_COLOUR = """() => {
    const blocks = ['block', 'list-item', 'table', 'flex', 'grid', 'inline-block'];
    const isBlock = (one) => blocks.includes(getComputedStyle(one).display);
    const block = (one) => !one || isBlock(one) ? one : block(one.parentElement);
    const words = (one) => one.nodeType === 3 ? one.data.trim()
        : !one.matches?.('a, button') && [...one.childNodes].some(words);
    return [...document.querySelectorAll('a[href], [role=link]')].some(one =>
        !isBlock(one) && !getComputedStyle(one).textDecorationLine.includes('underline')
            && words(block(one) ?? document.body));
}"""
# Every kind of text of the page: all that its contrast follows from. What something else lies over or under,
# without being around it, and what hangs out of a paper is of no kind, and is looked at each time. What
# nobody sees, or is no text, has no contrast.
KINDS = r"""() => {
    const kinds = globalThis.kindsOfText = new Map(), around = new Map(), whole = new Map();
    const looks = ['backgroundColor', 'backgroundImage', 'opacity', 'filter', 'position', 'clipPath'];
    const clear = 'rgba(0, 0, 0, 0)', plain = [clear, 'none', '1', 'none', 'static', 'none'].join('|');
    const letters = ['color', 'fontSize', 'fontWeight', 'textShadow'];
    const wordless = ['hidden', 'checkbox', 'radio', 'range', 'color', 'image'];
    const style = (one, names) => {
        const computed = getComputedStyle(one);
        return names.map(name => computed[name]);
    };
    const short = (text) => {
        let [a, b] = [0xdeadbeef, 0x41c6ce57];
        for (const letter of text) {
            a = Math.imul(a ^ letter.codePointAt(0), 2654435761);
            b = Math.imul(b ^ letter.codePointAt(0), 1597334677);
        }
        return (a >>> 0).toString(36) + (b >>> 0).toString(36);
    };
    const dressed = (one) => ['::before', '::after'].some(part => {
        const { content, backgroundColor, backgroundImage } = getComputedStyle(one, part);
        return content !== 'none' && (backgroundColor !== clear || backgroundImage !== 'none');
    });
    const chain = (one) => {
        if (!one) return '';
        if (!around.has(one)) {
            const own = style(one, looks).join('|'), behind = chain(one.parentElement);
            const named = dressed(one) ? [one.tagName, one.getAttribute('class')] : [];
            const adds = own !== plain || named.length;
            around.set(one, adds ? short([behind, own, ...named].join('|')) : behind);
        }
        return around.get(one);
    };
    // Of what is cut off at an edge nothing hangs out further.
    const lies = (one, box = one.getBoundingClientRect(), on = one.parentElement) => {
        if (!on || on === document.body) return true;
        if (getComputedStyle(on).overflowX !== 'visible') return lies(on);
        const paper = on.getBoundingClientRect();
        const within = box.left > paper.left - 1 && box.right < paper.right + 1
            && box.top > paper.top - 1 && box.bottom < paper.bottom + 1;
        return (within || getComputedStyle(on).backgroundColor === clear) && lies(one, box, on.parentElement);
    };
    const unclipped = (one) => {
        if (!one) return true;
        if (!whole.has(one))
            whole.set(one, getComputedStyle(one).clipPath !== 'inset(50%)' && unclipped(one.parentElement));
        return whole.get(one);
    };
    const seen = (one) =>
        one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && unclipped(one);
    const all = [...document.body.querySelectorAll('*')].filter(seen);
    const floating = all.filter(one => getComputedStyle(one).position !== 'static');
    const meets = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const boxes = new Map(floating.map(one => [one, one.getBoundingClientRect()]));
    const written = (one) => [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim());
    let alone = 0;
    for (const one of all) {
        if (!written(one) && !one.matches('input, select, textarea')) continue;
        if (one.matches('option, :disabled') || (one.tagName === 'INPUT' && wordless.includes(one.type)))
            continue;
        const box = one.getBoundingClientRect();
        if (box.bottom + scrollY < 0) continue;
        const covered = floating.some(other =>
            !other.contains(one) && !one.contains(other) && meets(box, boxes.get(other)));
        const kind = short([one.tagName, chain(one), ...style(one, letters)].join('|'));
        kinds.set(one, covered || !lies(one) ? `alone ${alone += 1}` : kind);
    }
    return [...new Set(kinds.values())];
}"""
# Looks at two texts of each of these kinds, and at all of a kind where these two do not decide. Good are the
# kinds of which all that were looked at are.
CONTRAST_OF = """async ({ wanted, rules }) => {
    if (!('axe' in globalThis)) return null;
    const texts = new Map(wanted.map(kind => [kind, []]));
    globalThis.kindsOfText.forEach((kind, one) => texts.get(kind)?.push(one));
    const violations = [], good = [], undecided = new Set(wanted);
    const look = async (include) => {
        const found = await axe.run({ include }, {
            runOnly: { type: 'rule', values: rules },
            resultTypes: ['violations', 'incomplete', 'passes'],
            elementRef: true,
        });
        const named = (results) => new Set(results.flatMap(({ nodes }) =>
            nodes.map(({ element }) => globalThis.kindsOfText.get(element))));
        const passed = rules.map(rule => named(found.passes.filter(({ id }) => id === rule)));
        const bad = named(found.violations), open = named(found.incomplete);
        violations.push(...found.violations.map(({ id, nodes }) =>
            ({ id, nodes: nodes.map(({ html }) => ({ html })) })));
        for (const kind of undecided) {
            const is_good = passed.every(those => those.has(kind)) && !bad.has(kind) && !open.has(kind);
            if (is_good) good.push(kind);
            if (is_good || bad.has(kind)) undecided.delete(kind);
        }
    };
    await look([...texts.values()].flatMap(those => those.slice(0, 2)));
    const others = [...undecided].flatMap(kind => texts.get(kind).slice(2));
    if (others.length) await look(others);
    return { violations, good };
}"""
GOOD: set[str] = set()  # the kinds of text that have passed


def axe(visitor: Page) -> list[str]:
    """Of the page as it is now, which gets the script at the first look."""
    return _told([*_asked(visitor, RUN, NO_CONTRAST), *_contrast(visitor)])


def axe_of_colours(visitor: Page) -> list[str]:
    """The same of what the light alone decides."""
    links = _asked(visitor, RUN, LINKS) if visitor.evaluate(BY_COLOUR) else []
    return _told([*links, *_contrast(visitor)])


@contextmanager
def brought_along(visitor: Page) -> Iterator[None]:
    """Every page that is opened meanwhile has axe from the start, which is faster than giving it to each."""
    with visitor.add_init_script(AXE_SCRIPT):
        yield


def _asked(visitor: Page, script: str, asked: object) -> Any:
    """What a script makes of axe, which is brought where it is missing."""
    found = visitor.evaluate(script, asked)
    if found is None:
        visitor.evaluate(AXE_SCRIPT)
        found = visitor.evaluate(script, asked)
    return found


def _contrast(visitor: Page) -> list[Any]:
    wanted = [kind for kind in visitor.evaluate(KINDS) if kind not in GOOD]
    if not wanted:
        return []
    found = _asked(visitor, CONTRAST_OF, {"wanted": wanted, "rules": CONTRAST})
    GOOD.update(kind for kind in found["good"] if not kind.startswith("alone"))
    return list(found["violations"])


def _told(violations: list[Any]) -> list[str]:
    return [
        f"axe, {one['id']}: {', '.join(node['html'] for node in one['nodes'])}"
        for one in sorted(violations, key=lambda one: str(one["id"]))
    ]
