"""That a loss would be told: without any server."""

from typing import Any

from tests.scale.keeping import complaints, nobodys_or_missing


def entries(*ids: str) -> list[dict[str, Any]]:
    return [{"id": one, "seq": number} for number, one in enumerate(ids, 1)]


def test_what_is_lost_doubled_or_out_of_order_is_named() -> None:
    assert complaints({7: ["a", "b"]}, {7: entries("a", "b")}) == []
    assert complaints({7: ["a", "b"]}, {7: entries("a")}) == ["sheet 7: b was acknowledged and is not there"]
    assert complaints({7: ["a"]}, {7: entries("a", "a")}) == ["sheet 7: a is there twice"]
    assert len(complaints({7: ["a"]}, {7: [{"id": "a", "seq": 2}]})) == 1
    assert nobodys_or_missing(["a", "b"], {7: entries("a"), 8: entries("b")}) == []
    assert len(nobodys_or_missing(["a", "b"], {7: entries("a", "c")})) == 2
