"""What the table has to know before the next hand."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.engine.customs import DoubledGames
from scoring.engine.naming import Names
from scoring.engine.reminding import reminders_before_play
from scoring.engine.rules import DOUBLED, Rules
from scoring.engine.sheet import CALLED, Position
from scoring.engine.telling import trigger_in_words
from scoring.models import Sheet
from scoring.rules.versions.books import seated_first


class BannerSeat(NamedTuple):
    """A place at the table before the next hand."""

    id: str
    name: str
    dealer: bool
    vorhand: bool
    out: bool  # sits this hand out


class Banner(NamedTuple):
    """Who deals, who is Vorhand, and what is doubled."""

    number: int  # of the next hand
    dealer: str
    vorhand: str
    out: tuple[str, ...]
    radl: str  # how many doubled hands are left and why; empty if none
    schlussradl: str  # until when; empty if it is not on
    reminders: tuple[str, ...] = ()  # before the first hand

    @property
    def turn(self) -> SafeString:
        """Return whose turn it is, and who looks on."""
        words = _("<b>%(dealer)s</b> deals, <b>%(vorhand)s</b> is Vorhand.")
        here = {"dealer": escape(self.dealer), "vorhand": escape(self.vorhand)}
        out = _("Sitting out: %(names)s") % {"names": escape(", ".join(self.out))} if self.out else ""
        return SafeString(f"{words % here} {out}".rstrip())


def seats_of(position: Position, names: Names) -> list[BannerSeat]:
    """Return everybody seated, in order of play."""
    standing = position.standing
    playing = standing.playing
    return [
        BannerSeat(
            player, names[player], player == standing.dealer, player == playing[0], player not in playing
        )
        for player in standing.players
    ]


def banner_of(sheet: Sheet, position: Position, names: Names, rules: Rules, language: str) -> Banner:
    """Return what stands above a sheet: which hand comes, who deals, what is doubled."""
    return banner_at(seated_first(sheet), position, names, rules, language)


def banner_at(
    first: tuple[tuple[str, ...], str], position: Position, names: Names, rules: Rules, language: str
) -> Banner:
    """Return the same for a table at which these sat down `first`, the last of the two being the dealer."""
    standing = position.standing
    return Banner(
        number=position.hands + 1,
        dealer=names[standing.dealer],
        vorhand=names[standing.playing[0]],
        out=tuple(names[player] for player in standing.sitting_out),
        radl="" if standing.schlussradl else _radl(position, rules, language),
        schlussradl=(
            _schlussradl(first[1], position, names) + _only(rules, language) if standing.schlussradl else ""
        ),
        reminders=() if position.hands else _reminders(rules, language),
    )


def _reminders(rules: Rules, language: str) -> tuple[str, ...]:
    return tuple(reminder.in_language(language) for reminder in reminders_before_play(rules))


def _radl(position: Position, rules: Rules, language: str) -> str:
    owed = position.standing.owed
    if not owed:
        return ""
    left = ngettext("Radl: %(count)d more doubled hand", "Radl: %(count)d more doubled hands", owed)
    words = left % {"count": owed} + _times(position.standing.ahead) + _only(rules, language)
    if position.because is None:
        return words
    number, trigger = position.because
    if trigger == CALLED:
        return f"{words}, {_('called before hand %(number)d') % {'number': number}}"
    why = _("%(trigger)s (hand %(number)d)") % {
        "trigger": trigger_in_words(trigger, rules, language),
        "number": number,
    }
    return f"{words}, {why}"


def _times(ahead: tuple[int, ...]) -> str:
    """Return what the doubled hands to come are multiplied by; nothing where that is 2, as usual."""
    if set(ahead) <= {DOUBLED}:
        return ""
    runs = [(len([*group]), times) for times, group in groupby(ahead)]
    return f" ({', '.join(f'{count}: ×{times}' for count, times in runs)})"


def _only(rules: Rules, language: str) -> str:
    """Return of which games a doubled hand has to be; nothing where all of them are doubled."""
    games = rules.radl.doubled_games
    return "" if games is DoubledGames.ALL else f" ({games.label.in_language(language)})"


def _schlussradl(dealer: str, position: Position, names: Names) -> str:
    """Return until when the Schlussradl runs: to the hand before the first dealer would deal again."""
    players = position.standing.players
    first = dealer if dealer in players else players[0]
    last = players[players.index(first) - 1]
    if position.standing.dealer == first and position.hands + 1 != position.schlussradl_from:
        return _("Schlussradl: its last hand has been played. What is still played is doubled.")
    if position.standing.dealer == last:
        return _("Schlussradl: every hand is doubled. %(name)s deals the last one now.") % {
            "name": names[last]
        }
    return _("Schlussradl: every hand is doubled. It ends with the hand that %(name)s deals.") % {
        "name": names[last]
    }
