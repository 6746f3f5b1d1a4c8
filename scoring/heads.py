"""Chains of hashes: each head is made of the head before it and of its own content.

Whoever keeps an older head finds out whether what is there today continues it, whoever holds the database.
"""

import json
from base64 import b32encode
from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256
from itertools import accumulate
from typing import Any

from scoring.engine.numbers import as_written

BEGINNING = ""  # the head before the first link
LONGEST_HEAD = 52  # 256 bits, five to a letter
LETTERS = 10
LETTERS_OF_A_DRAW = 20  # somebody may look for another seed with the same letters: 100 bits


def digest_of(content: Any) -> str:
    """Return the checksum of a value, the same however it is ordered or spaced.

    >>> digest_of({"b": 1, "a": ("x",)}) == digest_of({"a": ["x"], "b": 1})
    True
    """
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def salted(salt: str, content: Any) -> str:
    """Return a salted checksum of typed content, which cannot be guessed without the salt."""
    return digest_of([salt, content])


def head_after(head: str, link: str) -> str:
    """Return the head made of the head before and the checksum of a link's content.

    >>> head_after(BEGINNING, digest_of("Rufer"))[:LETTERS]
    'Y2N3WMPYU3'
    """
    return checksum_of(f"{head} {link}")


def checksum_of(text: str) -> str:
    """Return the SHA-256 of a text in letters, five bits to each."""
    return b32encode(sha256(text.encode("utf-8", "surrogatepass")).digest()).decode().rstrip("=")


def letters_of(head: str) -> str:
    """Return the ten letters by which people compare a head, or another such checksum."""
    return f"{head[:5]}-{head[5:LETTERS]}" if head else ""


def without_spelling(letters: str) -> str:
    """Return letters as a head has them, however they were typed.

    >>> without_spelling("isacy k6n3l"), without_spelling("0180-9")
    ('ISACYK6N3L', 'OIBO9')
    """
    return "".join(filter(str.isalnum, letters.upper())).translate(str.maketrans("018", "OIB"))


def announced(seed: str, people: Iterable[str]) -> str:
    """Return twenty letters that commit to a draw, from its seed and people; shown before the seed is.

    Until 2026 there were ten, the first of these.

    >>> announced("Sküs", ["9", "7"]) == announced("Sküs", ["7", "9"])
    True
    """
    checksum = checksum_of("\n".join((seed, *sorted(map(as_written, people)))))
    return "-".join(checksum[start : start + 5] for start in range(0, LETTERS_OF_A_DRAW, 5))


def moment(at: Any) -> str | None:
    """Return a moment, in whatever zone, as a content says it."""
    return None if at is None else f"{(at - at.utcoffset()).replace(tzinfo=None).isoformat()}+00:00"


# A sheet, with its entries: rows as the database keeps them, whoever reads them


def beginning_of(sheet: Any) -> str:
    """Return the checksum of what a table began with."""
    return digest_of(
        {
            "evening": as_written(sheet.evening_id),
            "rules": sheet.ruleset.digest,
            "options": sheet.options,
            "players": as_written(sheet.players),
            "dealer": as_written(sheet.dealer),
            "opened_at": moment(sheet.opened_at),
        }
    )


def begun(sheet: Any) -> tuple[str, str]:
    """Return the link and the head with which the chain of a new sheet begins."""
    link = beginning_of(sheet)
    return link, head_after(BEGINNING, link)


def link_of_entry(entry: Any) -> str:
    """Return the checksum of everything that an entry says."""
    return digest_of(
        {
            "id": str(entry.pk),
            "sheet": as_written(entry.sheet_id),
            "seq": entry.seq,
            "place": entry.sort_key,
            "supersedes": str(entry.supersedes_id or ""),
            "act": entry.act,
            "record": as_written(entry.record),
            "reason": _digest_of_reason(entry.reason),
            "grounds": _digest_of_reason(entry.grounds),
            "by": as_written(entry.by_id),
            "at": moment(entry.at),
            "entered_at": moment(entry.entered_at),
        }
    )


def _digest_of_reason(reason: Any) -> str:
    return "" if reason is None else str(reason.digest)


def put_on(sheet: Any, entry: Any) -> None:
    """Append an entry to the chain of its sheet; the caller stores both."""
    link = link_of_entry(entry)
    entry.head = head_after(sheet.state.head, link)
    sheet.state = replace(sheet.state, link=link, head=entry.head)


def heads_of(sheet: Any, entries: Iterable[Any]) -> list[str]:
    """Return the heads of a sheet, computed from stored rows: before the first entry and after each."""
    first = head_after(BEGINNING, beginning_of(sheet))
    return [*accumulate(map(link_of_entry, entries), head_after, initial=first)]
