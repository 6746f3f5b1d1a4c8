"""A round that has begun with the wrong people."""

from pathlib import Path
from uuid import uuid4

from scoring import heads
from scoring.models import Reason, RulesetVersion, Sheet, StoredState
from scoring.rules.versions.versions import digest_of
from scoring.rules.words import substance_of
from scoring.table.replay import start_of
from scoring.table.writing import store_scores
from tests.support.tournaments.playing import REDEAL, Playing, by_hand, hand, playing, timed
from tournaments.models import Rewritten

ONE = ("Anna", "Bert", "Cilli", "Dora")


TWO = ("Emil", "Gerta", "Hans", "Ida")


@timed(on=playing)
def begun(playing: Playing) -> Playing:
    """Two tables; at the first two hands and a redeal, at the second one.

    Table 1: Anna 48, Bert 51, Cilli 52, Dora 49... by hand: Bert and Cilli win 1, Anna and Cilli win 1.
    Table 2: Emil and Gerta win 1.
    """
    with by_hand(playing) as watch:
        playing.register(TWO)
        playing.register(("Jakob",))
        there = (*ONE, *TWO)
        playing.begin(names=there, tables=[ONE, TWO])
        watch.forward(minutes=3)
        playing.play(1, hand("Bert", "Cilli"))
        playing.play(1, REDEAL)
        playing.play(2, hand("Emil", "Gerta"))
        watch.forward(minutes=3)
        playing.play(1, hand("Anna", "Cilli"))
    return playing


def other_version(playing: Playing, before: str, after: str) -> RulesetVersion:
    """The sheet as a later edition would have it."""
    now = playing.sheet().ruleset
    assert before in now.text
    text = now.text.replace(before, after, 1)
    return RulesetVersion.objects.create(
        slug=now.slug,
        edition=now.edition + 1,
        text=text,
        digest=digest_of(text),
        substance=substance_of(text),
        stored_at=now.stored_at,
    )


def dearer_edition(playing: Playing) -> RulesetVersion:
    """A Normalspiel costs 2."""
    return other_version(playing, 'short = "N"\nvalue = 1\n', 'short = "N"\nvalue = 2\n')


# A club written to a file when a sheet that was put right was still written anew. At table 1 Cilli and Hans
# were exchanged, then Dora and Jakob, and a hand was taken back; table 2 has other rules from its first hand.
WRITTEN_ANEW = Path(__file__).with_name("written_anew.club")


def written_anew(playing: Playing) -> Rewritten:
    """A sheet from then, beside that of the first table; nobody writes such a one any more."""
    table, sheet = playing.table(), playing.sheet()
    position = start_of(sheet)
    before = Sheet(
        evening=sheet.evening,
        name=f"{sheet.name}, ersetzt 1",
        ruleset=sheet.ruleset,
        options=sheet.options,
        players=sheet.players,
        dealer=sheet.dealer,
        opened_at=sheet.opened_at,
        closed_at=sheet.opened_at,
    )
    before.state = StoredState(position, 0, (), (), *heads.begun(before))
    before.save()
    store_scores(before, position)
    return Rewritten.objects.create(
        id=uuid4(),
        sheet=before,
        table=table,
        reason=Reason.objects.create(text="am falschen Tisch"),
        by=playing.tournament.club.members.get(account=playing.director),
        at=sheet.opened_at,
        people={},
        seen_seq=0,
    )
