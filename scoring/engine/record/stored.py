"""Reading entries as they are stored and exported: also events that no phone sends."""

from collections.abc import Callable, Mapping
from typing import Any

from scoring.engine import facts
from scoring.engine.record.reading import entry_from_dict
from scoring.engine.rules import Rules
from scoring.engine.sheet import other_rules

OTHER_RULES, PEOPLE, TOTALS = "rules", "people", "totals"
CALLED_RADL = "radl"
ENDS, RESUMES = OF_DOUBLING = ("bell", "more_time")


def read_stored(record: object, rules: Rules) -> facts.Entry:
    """Return the entry of a stored record, or raise IllegalHand."""
    if isinstance(record, dict) and (event := str(record.get("event"))) in _SYSTEM_READERS:
        return _SYSTEM_READERS[event](record)
    return entry_from_dict(record, rules)


# Events that `entry_from_dict` does not know, by their names.
_SYSTEM_READERS: Mapping[str, Callable[[dict[str, Any]], facts.Entry]] = {
    OTHER_RULES: other_rules,
    CALLED_RADL: lambda record: facts.CalledRadl(),
    ENDS: lambda record: facts.DoublingEnds(dealt=record.get("dealt") is True),
    RESUMES: lambda record: facts.DoublingResumes(),
    PEOPLE: lambda record: facts.RightNames(record["people"], record.get("from_here") is True),
    TOTALS: lambda record: facts.Totals(record["twelfths"]),
}
