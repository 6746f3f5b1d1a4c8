"""The tournament day of the handbook, read in both languages: what it names is there to tap, in its order."""

import re
from html import unescape
from pathlib import Path
from uuid import uuid4

from django.urls import reverse

from tests.support.scoring.house import House
from tests.support.scoring.tables import FOUR
from tests.support.tournaments.playing import EIGHT, Hands, Playing, address, opened
from tournaments.cash.verbs import pay
from tournaments.engine.terms import PLAY_MONEY
from tournaments.entrants.registration.verbs import A_PHONE, sign_up
from tournaments.planning.verbs import show_tournament
from tournaments.prizes.verbs import add_prize

CHAPTERS = Path(__file__).parents[3] / "templates/tournaments/handbook"
OF_THE_YEAR = "series"


def plain(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", "", html)).split())


def named(language: str) -> dict[str, list[str]]:
    """Return what the chapter prints in bold of the day, by its sections."""
    text = (CHAPTERS / language / "director.html").read_text(encoding="utf-8")
    parts = re.split(r'<h2 id="(\w+)">', text)
    bold = {
        name: [plain(words) for words in re.findall(r"<b\s*>(.*?)</b\s*>", part, re.DOTALL)]
        for name, part in zip(parts[1::2], parts[2::2], strict=True)
    }
    return {name: words for name, words in bold.items() if words and name != OF_THE_YEAR}


def to_tap(html: str) -> list[str]:
    """Return what can be tapped on a page, and its titles."""
    found = re.findall(r"<(a|button|summary|label|h1|h2)\b[^>]*>(.*?)</\1\s*>", html, re.DOTALL)
    return [plain(words) for _tag, words in found]


class Reader:
    """One who reads the handbook in a language and looks for what it names."""

    def __init__(self, house: House, language: str) -> None:
        self.client, self.left = house.client("Bert", language), named(language)
        self.found, self.section = set[str](), next(iter(self.left))

    def reads_on(self, section: str) -> None:
        assert self.upcoming() == "", "the handbook names more than was looked for"
        sections = list(self.left)
        assert sections.index(section) == sections.index(self.section) + 1
        self.section = section

    def finds(self, where: str, number: int = 1) -> None:
        """Look on a page for so many names that come next in the handbook."""
        shown = to_tap(self.client.get(where, follow=True).content.decode())
        for _time in range(number):
            words = self.upcoming()
            assert words, f"{self.section} names nothing else"
            assert any(one.startswith(words) for one in shown), (where, words, shown)
            self.found.add(words)

    def upcoming(self) -> str:
        """Return what is named next, for the first time."""
        return next((words for words in self.left[self.section] if words not in self.found), "")


class Walk(tuple[Reader, ...]):
    """Two who read it, each in another language."""

    def reads_on(self, section: str) -> None:
        for reader in self:
            reader.reads_on(section)

    def finds(self, where: str, number: int = 1) -> None:
        for reader in self:
            reader.finds(where, number)


def test_what_the_handbook_names_is_there_to_tap_hour_by_hour(house: House, watch: Hands) -> None:
    walk, club = Walk(Reader(house, language) for language in ("en", "de")), house.club.get_absolute_url()
    earlier = opened(house, *FOUR, *EIGHT, title="Sommerturnier", terms=PLAY_MONEY)
    earlier.level_round()
    walk.finds(club, 2)
    walk.finds(f"{club}tournaments/")
    playing = opened(house, *FOUR, *EIGHT, terms=PLAY_MONEY)
    playing.agree(prizes=("Ham",), rounds=2, fee=300)

    def at(page: str, *where: int, of: Playing = playing) -> str:
        return address(of, page, *where)

    walk.finds(at("duties"))
    walk.finds(at("tournament"))

    walk.reads_on("registration")
    walk.finds(at("tournament"))
    playing.open_registration()
    for name in ("Xaver Kern", "Zita Lang"):
        about = {"name": name, "comes_from": "", "words": ""}
        sign_up(actor=A_PHONE, deed=uuid4(), tournament=playing.tournament, **about)
    walk.finds(at("registration_desk"), 3)

    walk.reads_on("people")
    walk.finds(at("tournament"), 2)
    walk.reads_on("wishes")
    walk.finds(at("people"))
    walk.reads_on("sections")
    walk.finds(at("people"))
    playing.agree(sections=("A", "B"))
    walk.finds(at("sections"))
    playing.agree(sections=())
    playing.check_in()

    walk.reads_on("draw")
    walk.finds(at("tournament"))
    walk.finds(at("tournament", of=earlier))
    playing.draw()
    walk.finds(at("draw", 1))
    playing.publish()

    walk.reads_on("round")
    walk.finds(at("tournament"))
    playing.start()
    walk.finds(at("tournament"), 11)

    walk.reads_on("repair")
    walk.finds(at("table", 1, 1), 4)
    walk.finds(at("tournament"))
    walk.finds(at("table", 1, 1))
    playing.level(1, 2)
    walk.finds(at("paper_results", 1))
    walk.finds(at("table", 1, 1), 2)
    playing.close()

    walk.reads_on("after")
    walk.finds(at("tournament"))
    walk.finds(at("standings", 1), 2)
    playing.do(add_prize, round_=playing.round(), name="Bar", cents=1000)
    walk.finds(at("prizes", 1))
    walk.finds(at("round", 1))
    earlier.finish()
    earlier.do(show_tournament, public=True)
    everybody = reverse("tournaments:public", args=[earlier.tournament.code])
    walk.finds(everybody)
    playing.do(pay, entrants=[playing.entrant("Anna").pk])
    walk.finds(at("money"), 3)
    playing.level_round(2)
    walk.finds(at("tournament"))
    walk.finds(at("standings"))

    walk.reads_on("hall")
    walk.finds(everybody)
    walk.finds(at("tournament"))
    assert [reader.upcoming() for reader in walk] == ["", ""]
