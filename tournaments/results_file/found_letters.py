"""Look up typed letters: an announced draw, or the file of a finished tournament."""

from __future__ import annotations

import time
from collections.abc import Iterator
from string import ascii_uppercase

from django.utils.translation import gettext as _

from scoring.heads import LETTERS, LETTERS_OF_A_DRAW, without_spelling
from tournaments.models import Round, State, Tournament
from tournaments.results_file.exporting import letters_of_tournament
from tournaments.results_file.letters import LETTERS_OF_A_FILE, LETTERS_OF_BEFORE

MOST_SECONDS = 3  # to make files of tournaments whose letters are not known yet
MOST_TOURNAMENTS = 200


def is_readable(letters: str) -> bool:
    """Return whether a text can be letters of a draw or a file, by length and alphabet."""
    typed_letters = without_spelling(letters)
    is_long_enough = len(typed_letters) in (LETTERS, LETTERS_OF_BEFORE, LETTERS_OF_A_FILE)
    return is_long_enough and not {*typed_letters} - {*ascii_uppercase, *"234567"}


def draws_and_files_behind(letters: str) -> Iterator[str]:
    """Yield a sentence for each stored draw and file with these letters, however they are typed."""
    letters_and_digits = without_spelling(letters)
    shown = "-".join(letters_and_digits[start : start + 5] for start in range(0, len(letters_and_digits), 5))
    if len(letters_and_digits) in (LETTERS, LETTERS_OF_A_DRAW):
        rounds = Round.objects.filter(report__letters=shown).select_related("tournament__club")
        for round_ in rounds.order_by("tournament_id", "number")[:MOST_TOURNAMENTS]:
            of = round_.tournament
            values = {"club": of.club.name, "title": of.title, "number": round_.number}
            yield _("%(club)s, %(title)s: announced before the draw of round %(number)d.") % values
    if len(letters_and_digits) in (LETTERS, LETTERS_OF_BEFORE, LETTERS_OF_A_FILE):
        yield from _files(shown, is_short=len(letters_and_digits) == LETTERS_OF_BEFORE)


def _files(letters: str, *, is_short: bool) -> Iterator[str]:
    """Yield which finished tournaments have files with these letters, the latest first."""
    until = time.monotonic() + MOST_SECONDS
    finished = Tournament.objects.filter(state=State.FINISHED).select_related("club", "evening")
    for tournament in finished.order_by("-finished_at")[:MOST_TOURNAMENTS]:
        if f"{letters_of_tournament(tournament)}-".startswith(f"{letters}-"):
            values = {"club": tournament.club.name, "title": tournament.title_and_day}
            sentences = [_("%(club)s, %(title)s: the file of results, as it is stored today.") % values]
            if is_short:
                sentences.append(
                    _("These are the short letters of before, with five for the names; now there are ten.")
                )
            yield " ".join(sentences)
        if time.monotonic() > until:
            return
