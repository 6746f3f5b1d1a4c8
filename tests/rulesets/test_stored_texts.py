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
    "standard": "6f3272f0f884aba54235dc3e3e1d3a531ec8edbe04b9e0615fac0bfb39c84cb2",
    "standard-skoty": "8ba0dd823e7290c287de84b63d63085fe11622d390daf43acaf7e54b263669b6",
    "cup": "35927f2b6228dd48c992b3cf8457a43f6d3883c28d85cb2cac52771a53d092c3",
    "treffpunkt": "a7b2ab56af0086a488e546614fa37b6b4ae014b2be7907e3f7f8e6406134f8c2",
    "treffpunkt-skoty": "6ec19b1d2f395ed43feec463beb6b3279f927978b715d7cb78d9be697fd069ee",
    "karlsruhe": "d69784ece447e064b771f8ddc92e9aa91ce3cd6a97117a1d3880537ef4884dae",
    "zwanzigerrufen": "7cc635437d1e0996e4ed79e2bde5ffdb065bfa0978a75b8f92b8a84d60446ccf",
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
    assert rules.cents_per_point == (10 if slug == "standard-skoty" else None)
    assert rules.pagatkassa is None
