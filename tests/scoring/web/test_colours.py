"""A person has one colour: on the tile, in every chart, on the evening's page and in the season."""

import json
import re

from scoring.names import COLOURS, colour_of
from tests.support.pages import html_at
from tests.support.scoring.house import House, english
from tests.support.scoring.tables import dreier

SEATED = ("Anna", "Bert", "Otti", "Cilli")  # Otti is a guest


def lines_of(page: str) -> dict[str, int]:
    """The colours of the lines of a page's charts by name, no name with two."""
    curves = re.findall(r'<g class="curve kind-\d colour-(\d+)">.*?<text class="name"[^>]*>(\w+)<', page)
    assert len({name for _colour, name in curves}) == len(set(curves))
    return {name: int(colour) for colour, name in curves}


def rows_of(page: str, names: tuple[str, ...] = SEATED) -> dict[str, int]:
    """The colours of list rows by name."""
    rows = re.findall(r'<li class="[^"]*?colour-(\d+)[^"]*">(.*?)</li>', page, re.DOTALL)
    found = {name: int(colour) for colour, row in rows for name in names if re.search(rf"\b{name}\b", row)}
    assert found
    return found


def test_everybody_has_the_same_colour_on_all_pages(house: House) -> None:
    members = {member.name: member for member in house.club.members.all()}
    expected = {name: colour_of(members[name].pk if name in members else None, name) for name in SEATED}
    assert len({member.pk % COLOURS for member in members.values()}) == len(members)
    for _evening in range(2):  # the guest of another evening is the same
        evening = house.evening()
        sheet = house.sheet(SEATED, evening=evening)
        house.play(sheet, dreier("Bert"))
        client = english(house, "Anna")
        recording = html_at(client, f"{sheet.get_absolute_url()}record/")
        [tiles] = re.findall(r'data-colours="({.*?})"', recording)
        assert json.loads(tiles) == {person: expected[name] for person, name in evening.names().items()}
        assert lines_of(html_at(client, sheet.get_absolute_url())) == expected
        page = html_at(client, evening.get_absolute_url())
        assert (lines_of(page), rows_of(page)) == (expected, expected)
    season = html_at(client, f"/clubs/{house.club.slug}/season/?guests=on&period=all")
    assert rows_of(season) == expected
    bert = html_at(client, f"/clubs/{house.club.slug}/members/{members['Bert'].pk}/?period=all")
    assert lines_of(bert) == {"Bert": expected["Bert"]}
