"""What was stored is read for ever: the text of a published sheet does not change by accident.

Every evening points at the text that was agreed, by its digest. A sheet may get another edition, with a new
`digest` in its file of examples; a change of the program alone must not make one.
"""

from __future__ import annotations

import tomllib
from hashlib import sha256

import pytest

from scoring.engine.loading import resolved, rules_from
from scoring.rule_editor.published.rulebook import FOLDER
from scoring.rules import SLUGS, published, read
from scoring.rules.writing import toml_of


@pytest.mark.parametrize("slug", SLUGS)
def test_the_text_of_a_published_sheet_is_what_it_was(slug: str) -> None:
    text = toml_of(resolved(slug, read))
    examples = tomllib.loads((FOLDER / f"{slug}.toml").read_text(encoding="utf-8"))
    assert sha256(text.encode()).hexdigest() == examples["digest"]


@pytest.mark.parametrize("slug", SLUGS)
def test_what_a_sheet_may_say_besides_is_not_said_by_the_published_ones(slug: str) -> None:
    rules = published()[slug]
    assert rules == rules_from(resolved(slug, read), slug)
    assert rules.radl.length is None
    assert rules.cents_per_point == (10 if slug in ("standard-skoty", "tirol") else None)
    assert rules.pagatkassa is None
