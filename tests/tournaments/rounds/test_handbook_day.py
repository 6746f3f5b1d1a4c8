"""The tournament day of the handbook: what it names stands where it says so, from hour to hour."""

import re
from pathlib import Path

from tests.support.pages import text_of
from tests.support.scoring.house import House
from tests.support.scoring.tables import FOUR
from tests.support.tournaments.playing import EIGHT, Hands, Playing, address, opened
from tournaments.engine.terms import PLAY_MONEY

CHAPTER = Path(__file__).parents[3] / "templates/tournaments/handbook/en/director.html"


def named() -> set[str]:
    """Return what the chapter prints in bold."""
    text = CHAPTER.read_text(encoding="utf-8")
    return {" ".join(words.split()) for words in re.findall(r"<b\s*>(.*?)</b\s*>", text, re.DOTALL)}


def test_each_hour_has_what_the_handbook_names_where_it_says_so(house: House, watch: Hands) -> None:
    playing = opened(house, *FOUR, *EIGHT, terms=PLAY_MONEY)
    playing.agree(prizes=("Ham",), rounds=2, fee=300)
    bold, found = named(), set()

    def offers(page: str, *names: str, where: tuple[int, ...] = (), of: Playing = playing) -> None:
        shown = text_of(of.client().get(address(of, page, *where)))
        for name in names:
            assert name in bold, name
            assert name in shown, (page, name)
            found.add(name)

    offers("tournament", "People", "Registration", "Cards for the tables", "Who is here")
    offers("duties", "Who does what")
    offers("people", "Sections", "Wishes for the draw")
    playing.check_in()
    offers("tournament", "Draw")
    playing.draw()
    offers("draw", "Publish and start", where=(1,))
    playing.publish()
    offers("tournament", "Start", "Who comes, who goes")
    playing.start()
    offers("tournament", "Pause", "5 minutes", "Double round", "Results", "More", "Screens in the hall")
    offers("tournament", "Ring the bell now", "Set the clock to", "Take off", "Take back the start")
    offers("tournament", "Hands from an offline table", "Screen for the hall", "On paper")
    repairs = ("Somebody else sat here", "Somebody leaves", "Other rules", "On paper", "Rule on the result")
    offers("table", *repairs, where=(1, 1))
    playing.level(1, 2)
    offers("tournament", "Close the round")
    offers("paper_results", "Results", "Second typing", where=(1,))
    playing.close()
    offers("tournament", "Everybody is back: draw", "Standings")
    offers("round", "Prizes", "Lots", "Certificates", "The whole day on paper", where=(1,))
    playing.pass_round(2)
    offers("tournament", "Finish the tournament")
    offers("money", "The day's money", "Close the cash")
    assert len(found) >= 35
