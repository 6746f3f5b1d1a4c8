"""Pictures of waiting records, made as a phone makes them, without one."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256
from hmac import digest
from typing import Any
from uuid import UUID

from django.test import Client
from django.urls import reverse

from scoring import clock
from scoring.models import Sheet
from scoring.table.pictures import CHECK, LETTERS, LONGEST_CODE, SIGNATURE, VERSION, WORDS, id_of, key_of
from tests.support.scoring.house import in_ids, now
from tests.support.scoring.tables import Record

SEED = UUID("5d0c1cf4-3a43-4f26-9b8e-2d5a4f6c7e01")
UNDO = {"undo": True}


def letters_of(data: bytes) -> str:
    """The bytes as letters, two of them as three.

    >>> letters_of(b"AB!")
    'M19X0'
    """
    found = ""
    for place in range(0, len(data), 2):
        group = data[place : place + 2]
        number = int.from_bytes(group, "big")
        for _letter in range(len(group) + 1):
            number, digit = divmod(number, len(LETTERS))
            found += LETTERS[digit]
    return found


def number(value: int) -> bytes:
    found = bytearray()
    while value > 127:
        found.append(value & 127 | 128)
        value >>= 7
    return bytes([*found, value])


def sized(data: bytes) -> bytes:
    return number(len(data)) + data


def spelled(value: Any, people: Sequence[str] = ()) -> bytes:
    """A value as it stands in a picture."""
    if isinstance(value, bool):
        return b"\xf1" if value else b"\xf0"
    if isinstance(value, int) and value >= 0:
        return bytes([value]) if value < 64 else b"\xf6" + number(value)
    if isinstance(value, UUID):
        return b"\xf8" + value.bytes
    if isinstance(value, list | tuple):
        return b"\xf3" + b"".join(spelled(item, people) for item in value) + b"\xf2"
    if isinstance(value, dict):
        return b"\xf4" + b"".join(spelled(word, people) for pair in value.items() for word in pair) + b"\xf2"
    if isinstance(value, str) and value in people:
        return bytes([0x40 + people.index(value)])
    if isinstance(value, str) and value in WORDS:
        return bytes([0x50 + WORDS.index(value)])
    if isinstance(value, str):
        return b"\xf5" + sized(value.encode())
    return b"\xf7" + sized(json.dumps(value).encode())


def people_in(value: Any) -> Iterator[str]:
    if isinstance(value, str) and value.isdecimal() and value[0] != "0":
        yield value
    elif isinstance(value, dict):
        for pair in value.items():
            yield from people_in(list(pair))
    elif isinstance(value, list):
        for item in value:
            yield from people_in(item)


@dataclass
class Waiting:
    """A phone on which hands wait, typed with names; one hand every five minutes, the last just now."""

    sheet: Sheet
    records: list[Record] = field(default_factory=list)
    known_seq: int | None = None  # as far as it has seen the sheet
    form: str = ""
    key: str | None = None
    version: int = VERSION
    made: datetime = field(default_factory=clock.now)
    apart: timedelta = timedelta(minutes=5)
    seed: UUID = SEED

    def __post_init__(self) -> None:
        if self.known_seq is None:
            self.known_seq = now(self.sheet).seq
        self.key = self.key or key_of(self.sheet)

    def id(self, place: int) -> UUID:
        return id_of(self.seed, place)

    @property
    def document(self) -> bytes:
        records = [in_ids(self.sheet, record) for record in self.records]
        people = list(dict.fromkeys(player for record in records for player in people_in(record)))[:16]
        values: list[Any] = [[int(player) for player in people], [self.seed], self.known_seq]
        values += [int(self.made.timestamp()), self.form[:4]]
        since = int(self.apart.total_seconds())
        first = since * (len(records) - 1)
        for place, record in enumerate(records):
            if record == UNDO:
                values.append([1, 0, place])
            else:
                values.append([0, 0, place, since if place else first, self.known_seq, record])
        return b"".join(spelled(value, people) for value in values)

    @property
    def message(self) -> bytes:
        deflating = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
        deflated = deflating.compress(self.document) + deflating.flush()
        head = bytes([self.version]) + number(self.sheet.pk) + number(len(self.records)) + number(1)
        signed = head + number(len(self.records)) + sized(self.sheet.name.encode()) + deflated
        return signed + digest((self.key or "").encode(), signed, "sha256")[:SIGNATURE]

    @property
    def codes(self) -> list[str]:
        return codes_of(self.message)

    def delivered(self, client: Client | None = None) -> Answer:
        return delivered(self.codes, client)


def codes_of(message: bytes, longest: int = LONGEST_CODE) -> list[str]:
    check = sha256(message).digest()[:CHECK]
    count = -(-len(message) // (longest - CHECK - 2))
    size = -(-len(message) // count)
    return [
        letters_of(bytes([place + 1, count]) + check + message[place * size : (place + 1) * size])
        for place in range(count)
    ]


@dataclass(frozen=True)
class Answer:
    """What whoever delivers is told."""

    done: bool
    sentences: list[str]

    def __contains__(self, words: str) -> bool:
        return any(words in sentence for sentence in self.sentences)


def delivered(codes: Sequence[str], client: Client | None = None) -> Answer:
    """Delivered by somebody; by nobody in particular, who reads English, where none is given."""
    if client is None:
        client = Client()
        client.cookies["language"] = "en"
    response = client.post(
        reverse("scoring:picture"), {"codes": list(codes)}, content_type="application/json"
    )
    assert response.status_code == 200, response.content
    return Answer(**response.json())
