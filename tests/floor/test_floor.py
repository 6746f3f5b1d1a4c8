"""What some browsers lack is listed as long as it is used, and planted faults are named: files are read."""

import re
from pathlib import Path

import pytest

from tests.floor import HERE, STATIC, complaints

FEATURE = re.compile(r"^  \"([\w.]+)\": \".+\",$", re.MULTILINE)
PLANTED = {
    "newer.js": ("export const sorted = (hands) => hands.toSorted();", "toSorted"),
    "endless.js": ("export const kept = () => navigator.storage?.persist?.();", "may never settle"),
    "nested.css": (".seat { & .name { color: red; } }", "nesting"),
    "height.css": (".paper { max-height: 90dvh; }", "Say max-height first"),
    "has.css": (".name, .seat:has(.name) { color: red; }", "part them"),
}


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("planted")
    for name, (text, _) in PLANTED.items():
        (folder / name).write_text(f"{text}\n")
    return complaints(folder)


@pytest.mark.parametrize("name", PLANTED)
def test_what_a_browser_of_the_floor_cannot_read_or_does_not_have_is_named(said: str, name: str) -> None:
    about = said.partition(f"/{name}\n")[2].partition("\n\n")[0]
    assert PLANTED[name][1] in about


def test_whatever_some_browsers_lack_is_listed_as_long_as_a_script_uses_it() -> None:
    """What is used and not listed is a complaint of `make check` itself."""
    features = FEATURE.findall((HERE / "features.mjs").read_text())
    scripts = "\n".join(path.read_text() for folder in STATIC for path in Path(folder).rglob("*.js"))
    assert len(features) > 10
    assert [name for name in features if not re.search(rf"\b{name.rpartition('.')[2]}\b", scripts)] == []
