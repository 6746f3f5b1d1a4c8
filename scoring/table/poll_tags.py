"""Answer a question about a table by one query, before session and account are read, if nothing is new.

The tag of an answer has two parts: what the page shows, and a signature over all that decided the answer, as
it was stored when the question came. Whoever brings the same cookies and the same tag is told "nothing
new" while all of that is the same; anybody else goes the way through session, account and access. So no
hand, no voice, no name and no right that ended is noticed later than by the next question.
"""

from typing import Any

from django.db import connection
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from scoring import clock
from scoring.heads import LETTERS
from scoring.models import CLUB_EVENING, Sheet
from scoring.names import called_now
from scoring.signatures import signature_of
from scoring.table_policy import occasions
from scoring.web.polls import given_tag

PURPOSE = "scoring.table.poll_tags"
BETWEEN = "~"  # what the page shows, and the signature
SECONDS_OF_A_SIGNATURE = 3600  # so at least once an hour a question reads its session, which prolongs it
BIGGEST_ID = 2**63 - 1  # that databases know
# Hands, voices and the end of a table are in its row. Each change of a name, a role, a member, a link or an
# evening is an entry of the club's log, and moves its head. Beside these: who came to another table of the
# evening, as a guest is called otherwise beside a member of the same name; and what ends a right without any
# entry, as of a session, an account or a second factor, or a link when a copy is put back.
STATE = """
    SELECT evening.occasion, opened.account_id,
        sheet.seq, sheet.stored_state ->> 'head', sheet.voiced, sheet.closed_at,
        sheet.record_link, sheet.read_link, sheet.salt,
        evening.confirmation, evening.closed_at, log.head, shared.id, shared.salt,
        (SELECT COUNT(*) FROM scoring_participant present WHERE present.evening_id = evening.id),
        session.session_data, account.password, factor.id, me.id
    FROM scoring_sheet sheet
    JOIN scoring_evening evening ON evening.id = sheet.evening_id
    LEFT JOIN scoring_clublog log ON log.club_id = evening.club_id
    LEFT JOIN scoring_sharing shared
        ON shared.evening_id = evening.id AND shared.what = 'evening' AND shared.withdrawn_at IS NULL
    LEFT JOIN django_session session
        ON session.session_key = %s AND session.expire_date > %s
    LEFT JOIN scoring_opensession opened ON opened.session_id = session.session_key
    LEFT JOIN scoring_account account ON account.id = opened.account_id
    LEFT JOIN scoring_secondfactor factor ON factor.account_id = account.id
    LEFT JOIN scoring_member me
        ON me.club_id = evening.club_id AND me.account_id = account.id AND me.active
    WHERE sheet.id = %s
"""


def state_of(sheet: Sheet, names: dict[str, str], language: str, occasion: str) -> str:
    """Return a text that changes with the pages of this sheet; `occasion` is its evening's tag."""
    parts = (
        sheet.seq,
        sheet.state.head[:LETTERS],
        sheet.heard_so_far,
        called_now(names),
        int(sheet.is_open),
        language,
        occasion,
    )
    return "-".join(map(str, parts))


class Poll:
    """A poll about a sheet, created before anything is read, so that no answer is older than its tag."""

    def __init__(self, request: HttpRequest, pk: int) -> None:
        self.request = request
        self.given = given_tag(request)
        self.shown, _between, self.signature = self.given.partition(BETWEEN)
        self.account, self.stored, self.occasion = self._stored(pk)

    @property
    def is_unchanged(self) -> bool:
        """Return whether this answer was given before, and nothing that decides it has changed."""
        return bool(self.signature and self.stored) and constant_time_compare(
            self.signature, self._signature_of(self.shown)
        )

    def tag(self, shown: str) -> str:
        """Return the tag of an answer; unsigned where not all that decides it is known beforehand."""
        if not self.stored or self.account != self.request.user.pk:
            return shown
        return f"{shown}{BETWEEN}{self._signature_of(shown)}"

    def _stored(self, pk: int) -> tuple[int | None, tuple[Any, ...], str]:
        """Return the session's account, the state behind the answer (or none), and the occasion's tag."""
        if pk > BIGGEST_ID:
            return None, (), ""
        with connection.cursor() as cursor:
            cursor.execute(STATE, [self.request.session.session_key, clock.now(), pk])
            row: tuple[Any, ...] | None = cursor.fetchone()
        if row is None:
            return None, (), ""
        occasion, account = row[:2]
        if occasion != CLUB_EVENING:
            return None, (), occasions()[occasion].tag(pk)
        return account, (int(clock.now().timestamp()) // SECONDS_OF_A_SIGNATURE, *row), ""

    def _signature_of(self, shown: str) -> str:
        cookies = self.request.META.get("HTTP_COOKIE", "")
        return signature_of(PURPOSE, repr((self.request.get_full_path(), cookies, shown, *self.stored)))
