"""Stream progress while the user waits: lines of JSON, one after the other."""

import json
from collections.abc import Generator, Iterator
from contextlib import closing
from typing import TypeVar

from django.http import StreamingHttpResponse
from django.utils.translation import override

T = TypeVar("T")

LINES = "application/x-ndjson"


def line(**fields: int | str) -> bytes:
    """Return one line of JSON for a page that waits."""
    return json.dumps(fields).encode() + b"\n"


def streamed_lines(lines: Generator[bytes, None, None], language: str) -> StreamingHttpResponse:
    """Return an answer that sends each line as it comes, until the client disconnects."""
    answer = StreamingHttpResponse(in_language(lines, language), content_type=LINES)
    answer.headers["X-Accel-Buffering"] = "no"  # a proxy would keep the news to itself
    return answer


def in_language(contents: Generator[T, None, None], language: str) -> Iterator[T]:
    """Yield the lines in the language of the page, which has answered by then."""
    with closing(contents):
        while True:
            with override(language):
                try:
                    content = next(contents)
                except StopIteration:
                    return
            yield content
