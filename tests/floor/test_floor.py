"""What some browsers lack is listed as long as it is used."""

import re
from pathlib import Path

from tests.floor import HERE, STATIC

FEATURE = re.compile(r"^  \"([\w.]+)\": \".+\",$", re.MULTILINE)


def test_whatever_some_browsers_lack_is_listed_as_long_as_a_script_uses_it() -> None:
    """What is used and not listed is a complaint of `make check` itself."""
    features = FEATURE.findall((HERE / "features.mjs").read_text())
    scripts = "\n".join(path.read_text() for folder in STATIC for path in Path(folder).rglob("*.js"))
    assert len(features) > 10
    assert [name for name in features if not re.search(rf"\b{name.rpartition('.')[2]}\b", scripts)] == []
