"""Pages as a visitor gets them."""

import html
import json
import re
from typing import Any

from django.test import Client
from django.urls import reverse

# What is between these is not read, and no more are the tags.
UNREAD = re.compile(r"<(script|style|title|desc)\b.*?</\1>|<[^>]+>", re.DOTALL)


def english_visitor() -> Client:
    """Return the browser of somebody who has not signed in and reads English."""
    client = Client()
    client.cookies["language"] = "en"
    return client


def html_at(client: Client, path: str) -> str:
    """Return the HTML of a page that opens, with its entities resolved."""
    answer = client.get(path)
    assert answer.status_code == 200, path
    return html.unescape(answer.content.decode())


def text_of(page: Any) -> str:
    """Return what a reader gets to read of an answer, or of its content: without tags, on one line."""
    content = getattr(page, "content", page)
    text = content.decode() if isinstance(content, bytes) else content
    return " ".join(html.unescape(UNREAD.sub(" ", text)).split())


def main_text_of(page: Any) -> str:
    """Return the text of a page's own part, without what is above and below on every page."""
    content = getattr(page, "content", page)
    text = content.decode() if isinstance(content, bytes) else content
    return text_of(text.partition("<main")[2].partition(">")[2].partition("</main>")[0])


def text_at(client: Client, path: str) -> str:
    """Return what a reader gets to read at an address, where a page opens."""
    answer = client.get(path)
    assert answer.status_code == 200, path
    return main_text_of(answer)


def text_named(client: Client, name: str, *args: object, **query: object) -> str:
    """Return what a reader gets to read, in English, on the page that is called so in the addresses."""
    answer = client.get(reverse(f"scoring:{name}", args=args), {"language": "en", **query})
    assert answer.status_code == 200, name
    return text_of(answer)


def data_on(page: Any, name: str) -> Any:
    """Return what a page hands to its scripts as JSON under this name."""
    text = page if isinstance(page, str) else page.content.decode()
    found = re.search(f'data-{name}="([^"]*)"', text)
    assert found
    return json.loads(html.unescape(found[1]))


def certificates(page: Any) -> list[list[str]]:
    """Return what stands on each certificate of a page, line by line."""
    assert page.status_code == 200
    found = re.findall('<section class="certificate".*?</section>', page.content.decode(), re.DOTALL)
    lines = [re.findall(r"<(p|h2|span)\b[^>]*>(.*?)</\1>", text, re.DOTALL) for text in found]
    return [[html.unescape(re.sub("<[^>]*>", "", line)).strip() for _tag, line in each] for each in lines]
