"""What a phone without network asks: the engine's answer, with a picture of how it went."""

import json

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
        language = json.loads(question)["language"]
        totals = [
            [None if total is None else amount_from(total) for total in course] for course in courses.values()
        ]
        heads = shortened(list(courses), PHONE.letters)
        chart = chart_of(dict(zip(heads, totals, strict=True)), PHONE)
        answer["course"] = drawn_chart(chart, chart_in_words(len(totals[0]) - 1, language), language)
    return json.dumps(answer, ensure_ascii=False)
