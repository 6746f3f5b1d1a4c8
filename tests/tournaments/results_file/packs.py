"""Conformance packs, and whether they are what they say."""

from __future__ import annotations

import json
from io import BytesIO
from zipfile import ZipFile

from scoring.engine.answers import answer
from scoring.rules import SLUGS, published
from tests.tournaments.results_file.second_checker import differences
from tournaments.results_file.checking import checked
from tournaments.results_file.verdict import DIFFERENT, GOOD, NO_SUCH_FILE


def good_files_in(content: bytes) -> int:
    """Return how many files are good; both checkers say so, changes are told, and hands pay what they say."""
    with ZipFile(BytesIO(content)) as pack:
        names = [name for name in pack.namelist() if name.startswith("good/")]
        for name in names:
            assert checked(pack.read(name)).status == GOOD
            assert differences(json.loads(pack.read(name))) == [], name
        changes = [json.loads(line) for line in pack.read("changes.jsonl").splitlines()]
        assert {change["status"] for change in changes} == {DIFFERENT, NO_SUCH_FILE}
        assert all(change["differences"] for change in changes)
        assert any(
            found["pointer"].startswith("/rounds/0/") for change in changes for found in change["differences"]
        )
        for slug in SLUGS:
            hands = [json.loads(line) for line in pack.read(f"hands/{slug}.jsonl").splitlines()]
            for hand in hands:
                assert answer(hand["record"], published()) == hand["answer"]
                assert "payouts" in hand["answer"], hand
    return len(names)
