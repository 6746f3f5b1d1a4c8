"""A page as it is read: white space that nobody sees is gone, however its template is laid out."""

from __future__ import annotations

import re

TAG = re.compile(r"<(?P<end>/?)(?P<name>[a-zA-Z!][\w-]*)(?:\"[^\"]*\"|'[^']*'|[^'\">])*>")
SPACES = re.compile(r"[ \t\n\r\f]+")  # not the one that never breaks
BETWEEN_ATTRIBUTES = re.compile(r"(\"[^\"]*\"|'[^']*')|[ \t\n\r\f]+")
LAST = re.compile(r" ?(/?>)$")
# Beside these a space is seen; beside all others, which stand in lines or boxes of their own, it is not.
IN_LINE = {
    *("a", "abbr", "b", "bdi", "button", "code", "del", "em", "i", "img", "ins", "kbd", "mark", "q", "s"),
    *("small", "span", "strong", "sub", "sup", "svg", "time", "u"),
}
BOXES_INSIDE = {"a", "button"}
KEPT = {"pre", "textarea", "script", "style"}


def as_read(html: str) -> str:
    """Return a page with every tag on one line and without the white space that a browser does not show.

    >>> as_read("<ul>\\n  <li\\n    class='one'\\n  >\\n    <b>Anna</b>,\\n    Bert\\n  </li>\\n</ul>\\n")
    "<ul><li class='one'><b>Anna</b>, Bert</li></ul>"
    >>> as_read("<p>\\n  <a href='/'>\\n    Home\\n  </a>\\n  <br />\\n</p>\\n<pre\\n>\\n  kept\\n</pre>")
    "<p><a href='/'>Home</a><br/></p><pre>\\n  kept\\n</pre>"
    """
    read: list[str] = []
    at, is_edge = 0, True
    while tag := TAG.search(html, at):
        name, is_end = tag["name"], tag["end"] == "/"
        is_box = name not in IN_LINE
        read.append(_text(html[at : tag.start()], is_edge, is_box or (is_end and name in BOXES_INSIDE)))
        read.append(_on_one_line(tag[0]))
        at, is_edge = tag.end(), is_box or (not is_end and name in BOXES_INSIDE)
        if name in KEPT and not is_end:
            end = html.index(f"</{name}>", at)
            read.append(html[at:end])
            at = end
    read.append(_text(html[at:], is_edge, before_edge=True))
    return "".join(read)


def _text(text: str, after_edge: bool, before_edge: bool) -> str:
    text = SPACES.sub(" ", text)
    if after_edge:
        text = text.removeprefix(" ")
    return text.removesuffix(" ") if before_edge else text


def _on_one_line(tag: str) -> str:
    if "\n" in tag or "  " in tag or tag.endswith((" >", " />")):
        return LAST.sub(r"\1", BETWEEN_ATTRIBUTES.sub(lambda found: found[1] or " ", tag))
    return tag
