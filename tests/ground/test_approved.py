"""Pages as they were approved: a change is told until somebody has read it."""

from pathlib import Path

import pytest

from tests.support import approved
from tests.support.approved import expect_approved


def test_a_change_is_told_until_it_is_approved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(approved, "FOLDER", tmp_path)
    monkeypatch.setenv("APPROVE", "1")
    one, two = ({"here/": f"<title>A</title><body><main><p>{word}</p></main>"} for word in ("one", "two"))
    expect_approved("a page", one)
    monkeypatch.delenv("APPROVE")
    expect_approved("a page", one)
    with pytest.raises(AssertionError, match=r"-one\n\+two"):
        expect_approved("a page", two)
    with pytest.raises(AssertionError, match=r"\+one"):
        expect_approved("another page", one)
