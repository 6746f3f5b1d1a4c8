"""The engine's answer for a phone without network, with a chart of the totals."""

import json
from collections.abc import Iterable
from typing import Any

from scoring.charts import PHONE, chart_in_words, chart_of, drawn_chart
from scoring.engine import phone
from scoring.engine.naming import shortened
from scoring.engine.play_money import amount_from


def answered(question: str) -> str:
    """Return the answer to a question, both JSON, whatever the question holds."""
    text = phone.answered(question)
    if '"courses"' not in text:
        return text
    answer = json.loads(text)
    if courses := answer.pop("courses"):
        sent = json.loads(question)
        language = sent["language"]
        totals = [
            [None if total is None else amount_from(total) for total in course] for course in courses.values()
        ]
        heads = shortened(list(courses), PHONE.letters)
        chart = chart_of(dict(zip(heads, totals, strict=True)), PHONE, _colours(sent, courses))
        answer["course"] = drawn_chart(chart, chart_in_words(len(totals[0]) - 1, language), language)
    return json.dumps(answer, ensure_ascii=False)


def _colours(sent: dict[str, Any], names: Iterable[str]) -> list[int]:
    """Return these people's colour numbers; empty where the phone does not know all of them."""
    by_name = {name: sent.get("colours", {}).get(person) for person, name in sent["names"].items()}
    colours = [by_name.get(name) for name in names]
    return [colour for colour in colours if type(colour) is int] if None not in colours else []
