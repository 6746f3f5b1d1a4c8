"""What worked examples are on paper, and what a page says of a settlement."""

import re
from html import unescape

from scoring.engine.amounts import signed
from tests.support.engine.rulebook import Example, rulebook


def settled(slug: str) -> list[Example]:
    return [example for example in rulebook(slug).all_examples if not example.refused]


CELLS = re.compile(r"<th [^>]*>(.*?)</th>|<td [^>]*>(.*?)</td>", re.DOTALL)


def on_paper(example: Example) -> list[tuple[str, list[str]]]:
    lines = [(text, [signed(amount) for amount in amounts]) for text, amounts in example.lines]
    if len(lines) == 1 and example.schrift == example.total:
        return lines
    lines.append(("Summe", [signed(amount) for amount in example.total]))
    if example.schrift != example.total:
        lines.append(("In der Schrift", [signed(amount) for amount in example.schrift]))
    return lines


def on_page(html: str) -> tuple[list[str], list[tuple[str, list[str]]]]:
    """Who plays, and the lines with their amounts."""
    table = html[html.index('<table class="settlement">') : html.index("</table>")]
    players, lines = [], []
    for head, amount in CELLS.findall(table):
        if head and len(players) < 4:
            players.append(unescape(head))
        elif head:
            lines.append((unescape(head), []))
        else:
            lines[-1][1].append(amount)
    return players, lines
