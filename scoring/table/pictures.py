"""Waiting records of a sheet as a picture of QR codes: reading it, and writing its records.

A table that cannot send shows its queue as an address of the server, `https://server/p/#LETTERS`. Whoever
scans it with a phone that has network delivers it. What follows `#` never reaches a server by itself; the
page at `/p/` sends it when somebody taps.

The letters are 43 of the 45 of base45 (RFC 9285), in its way: two bytes are three letters, the lowest first,
and a last byte is two. Space and percent sign are missing, which no address bears as they are; it takes no
letter more, since 43³ is more than 2¹⁶ as well. A QR code holds such letters in five and a half bits.

A code is at most 700 bytes; what is longer becomes several codes, in any order:

    1 byte   which code it is, from 1
    1 byte   how many there are
    4 bytes  the check value: the beginning of the SHA-256 of the whole message
    …        its part of the message

The message, where a number is written as seven bits to a byte, the lowest first, and the eighth bit says that
another byte follows:

    1 byte   1, the version of the format
    number   the sheet
    number   how many records there are
    number   the number of the first hand, 0: none
    number   the number of the last one
    text     the table in words, for the page that shows it: the number of its bytes in UTF-8, and these
    …        the records, deflated (RFC 1951)
    16 bytes the signature: the beginning of the HMAC-SHA256 of all before, by the key of the table

The records, before they are deflated, are values one after the other:

    00–3F    a whole number from 0 to 63
    40–4F    one of the first 16 people, by place in the list of people
    50–EF    one of `WORDS`, by its place there
    F0, F1   false, true
    F2       the end of a list or of an object
    F3       a list: its values
    F4       an object: key and value in turn
    F5       a text: the number of its bytes in UTF-8, and these
    F6       any other whole number that is not negative, as above
    F7       anything else: the number of bytes, and JSON
    F8       an id of 16 bytes

    list     the people: numbers of those who play; in records, text of digits
    list     seeds, ids: the phone made the ids of its hands of one (`id_of`)
    number   how many entries of the sheet the first record follows
    number   when the picture was made, in seconds since 1970, by the server's clock as the phone knew it
    text     the version of the rules that the page knew ("form"), its first letters
    …        for each record a list:
             0 to save, 1 to undo what was saved before it
             its id: the place of its seed, and the number in the count of that seed; or an id
             to save, further: how many seconds after the record before it was entered (the first: before
             the picture was made), how many entries the phone had seen, and the record

`scoring/static/scoring/picture/` writes the same. `WORDS` may only grow at its end: a word is its place.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from hmac import compare_digest, digest
from typing import Any, NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from scoring import clock
from scoring.deeds import PendingDeed, Refusal, verb
from scoring.engine.naming import Names
from scoring.models import Member, Sheet
from scoring.signatures import signatures_of
from scoring.table import verbs as recording
from scoring.table.links import generation_of
from scoring.table.writing import is_written, locked_sheet, sheet_details
from scoring.table_policy import Actor

PICTURES = "scoring.pictures"
VERSION = 1
LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ$*+-./:"
LONGEST_CODE = 700  # bytes
MOST_CODES = 40
CHECK = 4
SIGNATURE = 16
BIGGEST = 200_000  # bytes of the records, inflated
DEEPEST = 8
LONGEST_WAIT = timedelta(days=366)
_SPELLED_OUT = """
    games contract declarer partner king talon self won points drawn conceded unplayed tricks order
    jungfrau buergermeister kontra kontra_void kontras re sub hirsch premiums premium by made
    announced against revoke claims options void reason redeal struck event schlussradl radl times
    rufer trischaken piccolo solorufer besserrufer bettler sechserdreier farbendreier dreier zwiccolo
    triccolo piccolo_semi_ouvert zwiccolo_semi_ouvert bettler_semi_ouvert piccolo_ouvert
    zwiccolo_ouvert triccolo_ouvert bettler_ouvert farbeneiner einer solobesser farbensolo solodreier
    falscher_sechser pagatrufer uhurufer kakadurufer quapilrufer geierrufer normalspiel solo farbsolo
    pagat uhu kakadu quapil geier koenig_ultimo mondfang koenige trull sack1 sack2 valat koenigfang
    pagatfang schneider absolut
"""
WORDS = _SPELLED_OUT.split()
FALSE, TRUE, END, LIST, OBJECT, TEXT, NUMBER, SPELLED, ID = range(0xF0, 0xF9)


class Unreadable(Exception):
    """These codes make no picture: a sentence that says what to do."""


class Picture(NamedTuple):
    """A whole message split into its parts, with its signature not yet checked."""

    sheet: int
    title: str
    signed: bytes
    signature: bytes
    deflated: bytes


class WaitingRecord(NamedTuple):
    """A record that waited on a phone; None: the one before it is taken back."""

    id: UUID
    entered: datetime | None = None
    seen_seq: int | None = None
    record: Any = None


class WaitingRecords(NamedTuple):
    """All records that waited on a phone, in order, and the last entry it had seen."""

    known_seq: int
    form: str  # the first letters of the version of the rules that the phone knew
    records: Sequence[WaitingRecord]


@dataclass
class Delivery:
    """What became of a picture."""

    sheet: Sheet
    known_seq: int  # the last entry that the phone knows, once it hears of what was written
    written: int = 0
    there_before: int = 0
    ids_by_phone_id: Names = field(default_factory=dict)  # of people whom the phone gave ids of its own
    refusal: Refusal | None = None  # why the next record was not written, and none behind it


def key_of(sheet: Sheet) -> str:
    """Return the key with which a phone that may record on this sheet signs its pictures."""
    return signatures_of(PICTURES, *_words(sheet))[0]


def _words(sheet: Sheet) -> tuple[object, ...]:
    return sheet.pk, generation_of(sheet, "record"), sheet.salt


def id_of(seed: UUID, count: int) -> UUID:
    """Return the id number `count` that a phone derives from a seed; it does not reveal the next one."""
    made = bytearray(sha256(seed.bytes + count.to_bytes(4, "big")).digest()[:16])
    made[6] = made[6] & 0x0F | 0x40
    made[8] = made[8] & 0x3F | 0x80
    return UUID(bytes=bytes(made))


def picture_of(codes: Sequence[str]) -> Picture:
    """Return the message of these codes; raise Unreadable if one is missing or damaged."""
    message = _joined([_bytes_of(code) for code in codes])
    if message[0] != VERSION:
        raise Unreadable(
            _("This code was made by another version of the program. Please reload the table’s page.")
        )
    signed, signature = message[:-SIGNATURE], message[-SIGNATURE:]
    reader = _ByteReader(signed, 1)
    try:
        sheet, _count, _first, _last = (reader.number() for _ in range(4))
        title = reader.take(reader.number()).decode()
    except (IndexError, ValueError):
        raise Unreadable(_damaged()) from None
    return Picture(sheet, title, signed, signature, signed[reader.place :])


def sheet_of(picture: Picture) -> Sheet:
    """Return the sheet whose key signed the picture; raise Unreadable if none of this server did."""
    sheet = Sheet.numbered(picture.sheet)
    keys = [] if sheet is None else signatures_of(PICTURES, *_words(sheet))
    signatures = [digest(key.encode(), picture.signed, "sha256")[:SIGNATURE] for key in keys]
    if sheet is None or not any(compare_digest(picture.signature, made) for made in signatures):
        raise Unreadable(
            _(
                "This code does not match any table on this server: it is from another server, somebody "
                "has changed it, or the link of the table has been renewed since. Nothing was written, "
                "and nothing is lost: the hands are on the phone that shows the code."
            )
        )
    return sheet


def waiting_records_of(picture: Picture) -> WaitingRecords:
    """Return the records of a picture whose signature fits."""
    try:
        inflating = zlib.decompressobj(-zlib.MAX_WBITS)
        inflated = inflating.decompress(picture.deflated, BIGGEST)
        if not inflating.eof:
            raise ValueError("Longer than any picture, or cut off")
        reader = _ByteReader(inflated, 0)
        reader.people = [str(number) for number in reader.value()]
        seeds, known_seq, made, form = (reader.value() for _ in range(4))
        records = list(_records(reader, seeds, _whole(made)))
        return WaitingRecords(_whole(known_seq), str(form), records)
    except (zlib.error, LookupError, ValueError, TypeError, OverflowError, OSError, RecursionError):
        raise Unreadable(_damaged()) from None


def _records(reader: _ByteReader, seeds: list[UUID], made: int) -> Iterator[WaitingRecord]:
    now = clock.now()
    entered = None
    while reader.place < len(reader.data):
        what, *fields = reader.value()
        name = fields.pop(0)
        number = name if isinstance(name, UUID) else id_of(_id(seeds[name]), _whole(fields.pop(0)))
        if what == 1:
            yield WaitingRecord(number)
            continue
        since, seen_seq, record = fields
        if entered is None:
            entered = min(datetime.fromtimestamp(made, UTC), now) - timedelta(seconds=_whole(since))
        else:
            entered += timedelta(seconds=_whole(since))
        yield WaitingRecord(number, max(min(entered, now), now - LONGEST_WAIT), _whole(seen_seq), record)


@verb(
    "deliver_by_picture",
    log=gettext_lazy("delivered by picture what was waiting for “%(name)s” (%(date)s): %(records)d"),
    fingerprint=lambda sheet, waiting, by: [sheet, *(record.id for record in waiting.records)],
)
def deliver(act: PendingDeed[Actor], *, sheet: Sheet, waiting: WaitingRecords, by: Member | None) -> Delivery:
    """Write a phone's waiting records as if it had sent them, until one is refused.

    `actor` is the phone, `by` the member of the club who delivered for it, if it was one.
    """
    delivery = Delivery(locked_sheet(sheet, act.actor), waiting.known_seq)
    for waited in waiting.records:
        try:
            _deliver_record(delivery, act.actor, waited)
        except Refusal as refusal:
            delivery.refusal = refusal
            break
    if delivery.written:
        club = delivery.sheet.evening.club
        with override(club.language):
            phone = _("A phone, by picture")
        account = None if by is None else by.account
        act.record(
            club, account=account, actor=phone, records=delivery.written, **sheet_details(delivery.sheet)
        )
    return delivery


def delivered_before(sheet: Sheet, waiting: WaitingRecords) -> Delivery | None:
    """Return the result of a picture whose records are all on the sheet; None if some are not."""
    ids = {record.id for record in waiting.records}
    if sheet.entries.filter(pk__in=ids).count() < len(ids):
        return None
    return Delivery(sheet, waiting.known_seq, there_before=len(ids))


def _deliver_record(delivery: Delivery, actor: Actor, waited: WaitingRecord) -> None:
    sheet, known_seq = delivery.sheet, delivery.known_seq
    was_there = is_written(waited.id)
    arguments: dict[str, Any] = {"actor": actor, "entry": waited.id, "sheet": sheet, "known_seq": known_seq}
    if waited.entered is None:
        written = recording.undo(**arguments)
    else:
        written = recording.add(
            **arguments,
            record=waited.record,
            entered=waited.entered,
            seen_seq=waited.seen_seq,
            ids_by_phone_id=delivery.ids_by_phone_id,
        )
        delivery.ids_by_phone_id = written.ids_by_phone_id
    delivery.sheet, delivery.known_seq = written.sheet, written.entry.seq
    if was_there:
        delivery.there_before += 1
    else:
        delivery.written += 1


# Bytes


class _ByteReader:
    """Takes bytes apart, value by value."""

    def __init__(self, data: bytes, number: int) -> None:
        self.data, self.place = data, number
        self.people: list[str] = []

    def take(self, count: int) -> bytes:
        """Return the next `count` bytes; raise IndexError where fewer are left."""
        taken = self.data[self.place : self.place + count]
        if len(taken) < count:
            raise IndexError(count)
        self.place += count
        return taken

    def number(self) -> int:
        number = 0
        for shift in range(0, 70, 7):
            byte = self.take(1)[0]
            number |= (byte & 0x7F) << shift
            if byte < 0x80:
                return number
        raise ValueError("No number is as long as that")

    def value(self, depth: int = 0) -> Any:
        """Return the next value; END at the end of a list or an object."""
        if depth > DEEPEST:
            raise ValueError("No record is as deep as that")
        kind = self.take(1)[0]
        if kind < 0x40:
            return kind
        if kind < 0x50:
            return self.people[kind - 0x40]
        if kind < FALSE:
            return WORDS[kind - 0x50]
        if kind in (FALSE, TRUE):
            return kind == TRUE
        if kind == LIST:
            return list(self._values(depth))
        if kind == OBJECT:
            values = list(self._values(depth))
            return {str(key): value for key, value in zip(values[::2], values[1::2], strict=True)}
        if kind == NUMBER:
            return self.number()
        if kind == ID:
            return UUID(bytes=self.take(16))
        if kind == TEXT:
            return self.take(self.number()).decode()
        if kind == SPELLED:
            return json.loads(self.take(self.number()))
        raise ValueError(kind)

    def _values(self, depth: int) -> Iterator[Any]:
        while self.data[self.place] != END:
            yield self.value(depth + 1)
        self.place += 1


def _bytes_of(code: str) -> bytes:
    """Return the bytes of a code's letters, whatever address comes before them."""
    letters = code.strip().rpartition("#")[2]
    decoded = bytearray()
    for start in range(0, len(letters), 3):
        group = letters[start : start + 3]
        number = 0
        for letter in reversed(group):
            digit = LETTERS.find(letter)
            if digit < 0:
                raise Unreadable(_damaged())
            number = number * len(LETTERS) + digit
        count = len(group) - 1
        if number >= 256**count or count == 0:
            raise Unreadable(_damaged())
        decoded += number.to_bytes(count, "big")
    return bytes(decoded)


def _joined(codes: Sequence[bytes]) -> bytes:
    """Return the message of which these are the codes, in whatever order."""
    parts: dict[int, bytes] = {}
    heads = set()
    for code in codes:
        if len(code) <= 2 + CHECK or not 1 <= code[0] <= code[1] <= MOST_CODES:
            raise Unreadable(_damaged())
        parts[code[0]] = code[2 + CHECK :]
        heads.add(code[1 : 2 + CHECK])
    if len(heads) != 1:
        raise Unreadable(_("These codes belong to different pictures. Please scan those of one table."))
    [head] = heads
    missing = [number for number in range(1, head[0] + 1) if number not in parts]
    if missing:
        listed = ", ".join(map(str, missing))
        sentence = _("Of %(count)d codes these are still missing: %(missing)s. Please scan them, too.")
        raise Unreadable(sentence % {"count": head[0], "missing": listed})
    message = b"".join(parts[number] for number in sorted(parts))
    if sha256(message).digest()[:CHECK] != head[1:] or len(message) <= SIGNATURE:
        raise Unreadable(_damaged())
    return message


def _damaged() -> str:
    return _("This code is damaged or not copied completely. Please scan it again.")


def _id(value: object) -> UUID:
    if not isinstance(value, UUID):
        raise TypeError(value)
    return value


def _whole(value: object) -> int:
    if type(value) is not int:
        raise ValueError(value)
    return value
