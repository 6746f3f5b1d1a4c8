"""One number from the paper closes an import: it is compared with what the file comes to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scoring.old_sheets.values import Odd, amount_of, in_points, refusal


class ControlTotal(NamedTuple):
    """A person's total in a file, and the number of evenings."""

    code: str
    name: str
    twelfths: int
    evenings: int


class ControlNumber(NamedTuple):
    """What stands on the paper of one person."""

    who: str = ""
    points: str = ""
    evenings: str = ""

    @classmethod
    def of(cls, posted: Mapping[str, str], block: str = "") -> ControlNumber:
        """Return what the fields of a form say, of all that comes in or of one block."""
        return cls(*(posted.get(f"control-{field}{block}", "").strip()[:40] for field in cls._fields))

    @property
    def is_given(self) -> bool:
        return bool(self.points or self.evenings)


def problems_with(
    control: ControlNumber,
    totals: Iterable[ControlTotal],
    twelfths: int | None = None,
    other_readings: Sequence[tuple[str, int]] = (),
) -> list[str]:
    """Return why a number from the paper is not what the file comes to; nothing: they agree.

    `twelfths` is what the number is worth where it is no number of points. `other_readings` are further ways
    to read the amounts, each with what this person would have by it.

    >>> anna = ControlTotal("a", "Anna", 24, 3)
    >>> problems_with(ControlNumber("a", "2", "3"), [anna])
    []
    """
    person = next((total for total in totals if total.code == control.who), None)
    if person is None:
        return [refusal("control_of_nobody")]
    problems = []
    if control.evenings and control.evenings != str(person.evenings):
        fields = {"given": control.evenings, "found": person.evenings, "name": person.name}
        problems.append(refusal("control_evenings", **fields))
    if not control.points:
        return problems or [refusal("control_without_points")]
    if twelfths is None:
        try:
            points = amount_of(control.points)
        except Odd as odd:
            return [*problems, str(odd)]
        if points is None:
            return [*problems, refusal("control_without_points")]
        twelfths = int(points * 12)
    if twelfths != person.twelfths:
        fields = {"given": in_points(twelfths), "found": in_points(person.twelfths), "name": person.name}
        problems.append(refusal("control_points", **fields))
        if twelfths == -person.twelfths:
            problems.append(refusal("control_sign"))
        problems += [refusal("control_way", way=way) for way, other in other_readings if other == twelfths]
    return problems
