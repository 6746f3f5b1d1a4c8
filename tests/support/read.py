"""A page as it is read: white space that nobody sees is gone, however its template is laid out."""

import re

ATTRIBUTES = r"[^'\">]*+(?:(?:\"[^\"]*+\"|'[^']*+')[^'\">]*+)*+"
KEPT = "pre|textarea|script|style"
# A tag, "/" at an end, its name, and behind the beginning of what is kept as it is all of that.
TAG = re.compile(
    rf"(<(?:({KEPT})(?![\w-])|(/?)([a-zA-Z!][\w-]*)){ATTRIBUTES}>)((?(2).*?(?=</\2>)|))", re.DOTALL
)
SPACES = re.compile(r"[ \t\n\r\f]+")  # not the one that never breaks
BETWEEN_ATTRIBUTES = re.compile(r"(\"[^\"]*\"|'[^']*')|[ \t\n\r\f]+")
LAST = re.compile(r" ?(/?>)$")
# Beside these a space is seen; beside all others, which stand in lines or boxes of their own, it is not.
IN_LINE = {
    *("a", "abbr", "b", "bdi", "button", "code", "del", "em", "i", "img", "ins", "kbd", "mark", "q", "s"),
    *("small", "span", "strong", "sub", "sup", "svg", "time", "u"),
}
BOXES_INSIDE = {"a", "button"}


def as_read(html: str) -> str:
    """Return a page with every tag on one line and without the white space that a browser does not show.

    >>> as_read("<ul>\\n  <li\\n    class='one'\\n  >\\n    <b>Anna</b>,\\n    Bert\\n  </li>\\n</ul>\\n")
    "<ul><li class='one'><b>Anna</b>, Bert</li></ul>"
    >>> as_read("<p>\\n  <a href='/'>\\n    Home\\n  </a>\\n  <br />\\n</p>\\n<pre\\n>\\n  kept\\n</pre>")
    "<p><a href='/'>Home</a><br/></p><pre>\\n  kept\\n</pre>"
    """
    parts = TAG.split(html)
    read: list[str] = []
    text, after_edge = parts[0], True
    columns = (parts[place::6] for place in range(1, 7))
    for tag, kept_in, end, name, kept, behind in zip(*columns, strict=True):
        is_box = name not in IN_LINE
        if text:
            read.append(_text(text, after_edge, is_box or (end and name in BOXES_INSIDE)))
        read.append(_on_one_line(tag) if "\n" in tag or "  " in tag or tag[-2] in " /" else tag)
        if kept_in:
            read.append(kept)
        text, after_edge = behind, is_box or (not end and name in BOXES_INSIDE)
    read.append(_text(text, after_edge, before_edge=True))
    return "".join(read)


def _text(text: str, after_edge: bool, before_edge: bool) -> str:
    if "  " in text or not text.isprintable():
        text = SPACES.sub(" ", text)
    if after_edge:
        text = text.removeprefix(" ")
    return text.removesuffix(" ") if before_edge else text


def _on_one_line(tag: str) -> str:
    if "\n" in tag or "  " in tag or tag.endswith((" >", " />")):
        return LAST.sub(r"\1", BETWEEN_ATTRIBUTES.sub(lambda found: found[1] or " ", tag))
    return tag
