"""What was stored is read for ever: the text of a published sheet does not change by accident.

Every evening points at the text that was agreed, by its digest. A sheet may get another edition, with a new
digest here; a change of the program alone must not make one.
"""

from __future__ import annotations

from hashlib import sha256

import pytest

from scoring.engine.loading import resolved, rules_from
from scoring.rulesets import SLUGS, published, read
from scoring.rulesets.writing import toml_of

DIGESTS = {
    "standard": "df22b2924a67a67af0201aaca533847e7254f529fb0f8f24528d034f655b1b05",
    "standard-skoty": "fb7375c4086a1a61a0bd12b0569d0102004a1a95be20108842334c04b129b543",
    "cup": "418cd8a6a5f028931fd6ced478b74fc59d61252a4eea32bdd6b8832e8a1a28be",
    "treffpunkt": "464bfbae945dfe6f91b5b17c39828c399f17b94e22b7410ac68c4754189ba6a9",
    "treffpunkt-skoty": "5c2dd67dcfea58bf2340eadb11c90cb7dff851a5bc5507b55c3dd4087be97dcf",
    "karlsruhe": "4d7ceb5a459d24d4e1448f411091dd13f0b15997cbfe7072f07005fb2a9491c0",
    "zwanzigerrufen": "df14854c3a7ae8ccc403e0ac00b22698f3216dd92c5b6634c6ad7361ad181f9d",
}


@pytest.mark.parametrize("slug", SLUGS)
def test_the_text_of_a_published_sheet_is_what_it_was(slug: str) -> None:
    text = toml_of(resolved(slug, read))
    assert sha256(text.encode()).hexdigest() == DIGESTS[slug]


@pytest.mark.parametrize("slug", SLUGS)
def test_what_a_sheet_may_say_besides_is_not_said_by_the_published_ones(slug: str) -> None:
    rules = published()[slug]
    assert rules == rules_from(resolved(slug, read), slug)
    assert rules.radl.length is None
    assert rules.cents_per_point is None
    assert rules.pagatkassa is None
