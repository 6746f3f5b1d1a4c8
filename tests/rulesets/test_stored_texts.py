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
    "standard": "4ce0dc58f897fad2289662d13899c4f52877978b9be7259923f692e8a19e6e2f",
    "standard-skoty": "fb7375c4086a1a61a0bd12b0569d0102004a1a95be20108842334c04b129b543",
    "cup": "418cd8a6a5f028931fd6ced478b74fc59d61252a4eea32bdd6b8832e8a1a28be",
    "treffpunkt": "a6d93ddb2641f7043dd78f4c3d17b986bb67bffe9c6bcbbe1b24a03e3039b097",
    "treffpunkt-skoty": "5c2dd67dcfea58bf2340eadb11c90cb7dff851a5bc5507b55c3dd4087be97dcf",
    "karlsruhe": "fe2ed6fec4169b9e54d35bc1894af32543d3f88078fb2441186fe3d0e565ae82",
    "zwanzigerrufen": "2f9479e72f4d9d2d8d9db796cf088421acf042b00caef9cd905e995cb3e9e911",
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
