"""The lines of a file that is streamed."""

import json
from typing import Any

from django.http.response import HttpResponseBase


def lines_of(answer: HttpResponseBase) -> list[dict[str, Any]]:
    assert answer.headers["Content-Type"] == "application/x-ndjson"
    return [json.loads(line) for line in answer.getvalue().splitlines()]
