"""Who is asked next, what a core carries, and that a loss would be told: without any server."""

from typing import Any

from tests.scale.arithmetic import Costs, Habits, carried
from tests.scale.keeping import complaints, nobodys_or_missing
from tests.scale.proxy import SECONDS_OUT, Choice


def entries(*ids: str) -> list[dict[str, Any]]:
    return [{"id": one, "seq": number} for number, one in enumerate(ids, 1)]


def test_connections_go_round_and_pass_over_who_did_not_answer_lately() -> None:
    choice = Choice((1, 2, 3))
    assert [next(choice.order(0)) for _ in range(4)] == [1, 2, 3, 1]
    choice.failed(2, 10)
    assert [list(choice.order(10.5)) for _ in range(3)] == [[3, 1, 2], [3, 1, 2], [1, 3, 2]]
    assert [next(choice.order(10 + SECONDS_OUT)) for _ in range(3)] == [2, 3, 1], "then it is asked again"


def test_twice_the_cost_is_half_of_what_a_core_carries() -> None:
    once = carried(Costs(hand=20, question=2, page=15), Habits())
    twice = carried(Costs(hand=40, question=4, page=30), Habits())
    assert (once.tables // 2, once.tables * 3) == (twice.tables, once.phones)
    assert once.cores_for_1000 <= twice.cores_for_1000 <= 2 * once.cores_for_1000
    assert carried(Costs(20, 2, 15), Habits(phones=0, pages_an_hour=0)).tables == 4500, (
        "a hand of 20 ms in 180 s"
    )


def test_what_is_lost_doubled_or_out_of_order_is_named() -> None:
    assert complaints({7: ["a", "b"]}, {7: entries("a", "b")}) == []
    assert complaints({7: ["a", "b"]}, {7: entries("a")}) == ["sheet 7: b was acknowledged and is not there"]
    assert complaints({7: ["a"]}, {7: entries("a", "a")}) == ["sheet 7: a is there twice"]
    assert len(complaints({7: ["a"]}, {7: [{"id": "a", "seq": 2}]})) == 1
    assert nobodys_or_missing(["a", "b"], {7: entries("a"), 8: entries("b")}) == []
    assert len(nobodys_or_missing(["a", "b"], {7: entries("a", "c")})) == 2
