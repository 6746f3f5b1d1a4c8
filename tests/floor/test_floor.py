"""What the oldest browsers cannot read is found: planted, each kind of it."""

import re
from pathlib import Path

import pytest

from tests.floor import HERE, STATIC, complaints

FEATURE = re.compile(r"^  \"([\w.]+)\": \".+\",$", re.MULTILINE)
PLANTED = {
    "lookbehind.js": ("export const initials = (name) => name.replace(/(?<=\\S)\\S+$/u, '.');", "lookbehind"),
    "static_block.js": ("export class Hand { static { this.size = 12; } }", "static block"),
    "newer.js": ("export const sorted = (hands) => hands.toSorted();", "toSorted"),
    "timeout.js": (
        "export const ask = () => fetch('/', { signal: AbortSignal.timeout(8000) });",
        "AbortSignal.timeout",
    ),
    "unlisted.js": (
        "export const wait = (then) => window.requestIdleCallback?.(then);",
        "requestIdleCallback",
    ),
    "named.js": ("export const hide = (part) => Object.assign(part, { ariaHidden: 'true' });", "ariaHidden"),
    "unasked.js": (
        "export const lock = () => navigator.wakeLock.request('screen');",
        "Ask whether Navigator.wakeLock",
    ),
    "http.js": ("export const id = () => crypto.randomUUID();", "Crypto.randomUUID"),
    "endless.js": (
        "export const kept = async () => await navigator.storage?.persist?.();",
        "may never settle",
    ),
    "height.css": (".paper { max-height: 90dvh; }", "Say max-height first"),
    "has.css": (".name, .seat:has(.name) { color: red; }", "part them"),
    "marker.css": ('summary::before { content: "▸" / ""; }', "Say content first"),
    "nested.css": (".seat { & .name { color: red; } }", "nesting"),
}
ALLOWED = {
    "asked.js": "export const lock = () => navigator.wakeLock?.request('screen');",
    "ended.js": "import { inTime } from './in_time.js';\n"
    "export const kept = () => inTime(() => navigator.storage?.persist?.(), false);",
    "fallback.css": ".paper { max-height: 90vh; max-height: 90dvh; }",
    "enhanced.css": ".seat:has(.name) { color: red; }",
}


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("planted")
    for name, (text, _) in PLANTED.items():
        (folder / name).write_text(f"{text}\n")
    for name, text in ALLOWED.items():
        (folder / name).write_text(f"{text}\n")
    return complaints(folder)


@pytest.mark.parametrize("name", PLANTED)
def test_what_a_browser_of_the_floor_cannot_read_or_does_not_have_is_named(said: str, name: str) -> None:
    about = said.partition(f"/{name}\n")[2].partition("\n\n")[0]
    assert PLANTED[name][1] in about


def test_what_is_asked_for_or_has_a_fallback_is_left_alone(said: str) -> None:
    assert [name for name in ALLOWED if f"/{name}\n" in said] == []


def test_whatever_some_browsers_lack_is_listed_as_long_as_a_script_uses_it() -> None:
    """What is used and not listed is a complaint of `make check` itself."""
    features = FEATURE.findall((HERE / "features.mjs").read_text())
    scripts = "\n".join(path.read_text() for folder in STATIC for path in Path(folder).rglob("*.js"))
    assert len(features) > 10
    assert [name for name in features if not re.search(rf"\b{name.rpartition('.')[2]}\b", scripts)] == []
