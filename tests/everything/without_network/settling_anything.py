"""Put in the place of the engine's `phone` where a test asks a browser for whatever the engine can settle.

Asked here as well, it is what the browser's answers are compared with.
"""

import json
from functools import lru_cache

from scoring.engine.answers import answer
from scoring.engine.loading import rules_from
from scoring.engine.rules import Rules


def answered(question: str) -> str:
    """Return the settlement of a hand, the rows of a sheet, or what is wrong with either."""
    asked = json.loads(question)
    rules = _rules(asked["rules"])
    return json.dumps(answer(asked["document"], {rules.slug: rules}, rules=rules.slug))


@lru_cache
def _rules(text: str) -> Rules:
    sheet = json.loads(text)
    return rules_from(sheet["data"], sheet["slug"])
