"""Lines of lists, typed or from a file: a person, and perhaps a place, points, words."""

import datetime
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext as _

from scoring.accounts.names import problems_with_name, problems_with_person
from scoring.engine.result import Amount
from scoring.names import folded, tidy
from tournaments.engine.ladders import amount_from_words, written
from tournaments.models import Line
from tournaments.models.series import LONGEST_WORDS
from tournaments.models.tournaments import LONGEST_TITLE

MOST_LINES, MOST_LETTERS, MOST_PLACES = 10_000, 1_000_000, 10_000
MOST_PROBLEMS = 5  # that are said at a time
HEADINGS = {
    "event": {"veranstaltung", "turnier", "event", "tournament", "bewerb", "titel"},
    "date": {"datum", "tag", "date", "day", "jahr", "year"},
    "name": {"name", "spieler", "spielerin", "player", "teilnehmer"},
    "place": {"platz", "rang", "place", "rank", "pl."},
    "points": {"punkte", "points", "schrift", "pkt.", "pkt"},
    "words": {"woher", "herkunft", "where from"},
}


class PersonLine(NamedTuple):
    """A line of a list."""

    name: str
    points: Amount | None = None
    words: str = ""  # where points come from
    place: int | None = None
    event: str = ""
    date: datetime.date | None = None
    outcome: str = ""  # everything that a file of results says, as text


def day_in(text: str) -> datetime.date | None:
    """Return the day; of a year alone its last one.

    >>> [str(day_in(text)) for text in ("4.10.2019", "2019-10-04", "2019", "31.2.2019", "Herbst")]
    ['2019-10-04', '2019-10-04', '2019-12-31', 'None', 'None']
    """
    try:
        if match := re.fullmatch(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})", text):
            return datetime.date(int(match[3]), int(match[2]), int(match[1]))
        is_year = re.fullmatch(r"(?:19|20)\d\d", text)
        return datetime.date(int(text), 12, 31) if is_year else datetime.date.fromisoformat(text)
    except ValueError:
        return None


def rank_in(text: str) -> int | None:
    """Return the place; "1." is 1."""
    digits = text.rstrip(".")
    is_rank = digits.isascii() and digits.isdigit() and 0 < int(digits[:6]) <= MOST_PLACES
    return int(digits) if is_rank else None


READERS: Mapping[str, Any] = {"date": day_in, "place": rank_in, "points": amount_from_words}


def line_in(line: str, columns: Mapping[str, int] | None = None) -> PersonLine | None:
    """Return a parsed line; without headings a place comes before the name, points behind it.

    >>> line_in("1.; Anna; 45"), line_in("Bert; 20 1/2; Cup 2025")
    (PersonLine(name='Anna', points=45, words='', place=1, event='', date=None, outcome=''), PersonLine(\
name='Bert', points=Fraction(41, 2), words='Cup 2025', place=None, event='', date=None, outcome=''))
    >>> line_in("Anna").points, line_in("1; 2; 3"), line_in("Anna; 1; 45"), line_in("Anna; viel")
    (None, None, None, None)
    """
    cells = [tidy(cell.strip().strip('"')) for cell in re.split(r"\t|;", line)]
    if columns is None:
        numbers = [amount_from_words(cell) is not None or rank_in(cell) is not None for cell in cells]
        at = next((index for index, cell in enumerate(cells) if cell and not numbers[index]), -1)
        behind = cells[at + 1 :] or [""]
        if at not in (0, 1) or any(numbers[at + 2 :]) or (behind[0] and not numbers[at + 1]):
            return None
        texts = {"name": cells[at], "place": cells[0] if at else "", "points": behind[0]}
        texts["words"] = "; ".join(filter(None, behind[1:]))
    else:
        texts = {name: cells[index] if index < len(cells) else "" for name, index in columns.items()}
    values = {name: READERS.get(name, tidy)(text) for name, text in texts.items() if text}
    return PersonLine(**values) if values.get("name") and None not in values.values() else None


def lines_in(text: str) -> list[PersonLine]:
    """Return the parsed lines of a text, perhaps with headings first; refuse unreadable ones."""
    rows = [(number, row) for number, row in enumerate(text.splitlines(), 1) if row.strip(" ;\t")]
    columns: dict[str, int] = {}
    for index, cell in enumerate(re.split(r"\t|;", rows[0][1]) if rows else ()):
        for name, words in HEADINGS.items():
            if folded(tidy(cell.strip('" '))) in words:
                columns.setdefault(name, index)
    named = columns if "name" in columns and len(columns) > 1 else None
    lines = [(number, row, line_in(row, named)) for number, row in rows[1 if named else 0 :]]
    message = _("Line %(number)d cannot be read: “%(line)s”.")
    wrong = [message % {"number": number, "line": row[:60]} for number, row, line in lines if line is None]
    if len(lines) > MOST_LINES:
        wrong = [_("The list has more than %(most)d rows. Please send it in parts.") % {"most": MOST_LINES}]
    if wrong or not lines:
        raise forms.ValidationError(wrong[:MOST_PROBLEMS] or [_("Please write at least one line.")])
    return [line for _number, _row, line in lines if line is not None]


class ListEntry(NamedTuple):
    """A list as typed, or as in a results file."""

    title: str
    date: datetime.date | None
    lines: tuple[PersonLine, ...]
    replaces: bool = False  # the lines that are there
    event_id: str = ""
    event_revision: int | None = None

    @property
    def key(self) -> tuple[datetime.date | None, str]:
        """Return the day and the normalised title, which identify a list."""
        return self.date, folded(self.title)


def entries_of(
    lines: Iterable[PersonLine], title: str, date: datetime.date | None, *, replaces: bool = False
) -> list[ListEntry]:
    """Return an entry for each event named by lines; lines without one belong to the title."""
    events: dict[tuple[datetime.date | None, str], ListEntry] = {}
    for line in lines:
        named = ListEntry(tidy(line.event) or tidy(title), line.date or date, (), replaces)
        event = events.get(named.key, named)
        events[named.key] = event._replace(lines=(*event.lines, line))
    return [*events.values()]


def as_text(line: Line, names: Mapping[str, str]) -> str:
    """Return a line of a list as text to type; members have today's names."""
    points = "" if line.points is None else written(line.points)
    cells = [
        *([str(line.place)] if line.place else []),
        names.get(f"m{line.member_id}", line.name),
        *([points] if points or line.words else []),
        *([line.words] if line.words else []),
    ]
    return "; ".join(cells)


def problems_with(entries: Sequence[ListEntry]) -> list[str]:
    """Return the first few problems of titles, names and words."""
    problems: list[str] = []
    for entry in entries:
        problems += problems_with_name(entry.title, LONGEST_TITLE)
        names: set[str] = set()
        for line in entry.lines:
            wrong = problems_with_person(line.name)
            if line.name[:1].isdigit():
                wrong = [_("Please put a semicolon between place, name and points: “1; Anna; 45”.")]
            problems += [f"{entry.title}, {line.name[:40]}: {message}" for message in wrong]
            if folded(line.name) in names:
                template = _("%(name)s appears twice in “%(event)s”. Please keep only one line.")
                problems.append(template % {"name": line.name[:40], "event": entry.title[:40]})
            if len(line.words) > LONGEST_WORDS:
                most = _("Please say in at most %(most)d letters where points come from.")
                problems.append(most % {"most": LONGEST_WORDS})
            names.add(folded(line.name))
        if len(problems) >= MOST_PROBLEMS:
            break
    return problems[:MOST_PROBLEMS]
