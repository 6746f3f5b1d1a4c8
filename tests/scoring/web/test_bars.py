"""The bars of a season and of an evening: each page of them is one tap from the others."""

from django.test import Client

from tests.support.pages import bar_on, html_at
from tests.support.scoring.house import House
from tests.support.scoring.season import MAY, just_play, play
from tests.support.scoring.tables import rufer


def words_on(client: Client, path: str) -> tuple[list[str], list[str]]:
    """Return the words of the bar, and those that are marked."""
    bar = bar_on(html_at(client, path), "subject")
    return [words for _, _, words in bar], [words for _, current, words in bar if current]


def test_tables_settling_up_and_sharing_of_an_evening_are_one_tap_apart(house: House) -> None:
    sheet = play(house, MAY, rufer("Anna", "Bert"))
    here = sheet.evening.get_absolute_url()
    everything = ["Tische", "Abrechnung", "Teilen"]
    for path, marked in (
        (here, "Tische"),
        (f"{here}change/", "Tische"),
        (sheet.get_absolute_url(), "Tische"),
        (f"{here}settling/", "Abrechnung"),
        (f"{here}share/", "Teilen"),
    ):
        assert words_on(house.client("Bert"), path) == (everything, [marked]), path
    assert words_on(house.client("Emil"), here) == (["Tische", "Abrechnung"], ["Tische"])


def test_a_table_that_played_by_itself_has_its_sheet_and_its_settling_up(house: House) -> None:
    sheet = just_play(house, rufer("Anna", "Bert"))
    for path, marked in (
        (sheet.get_absolute_url(), "Tisch"),
        (f"{sheet.evening.get_absolute_url()}settling/", "Abrechnung"),
    ):
        assert words_on(house.client("Anna"), path) == (["Tisch", "Abrechnung"], [marked]), path


def test_the_recording_page_has_no_bar_at_all(house: House) -> None:
    sheet = play(house, MAY, rufer("Anna", "Bert"))
    text = html_at(house.client("Anna"), f"{sheet.get_absolute_url()}record/")
    assert not bar_on(text, "subject")
    assert not bar_on(text, "places")


def test_standings_statistics_and_strengths_keep_the_period(house: House) -> None:
    play(house, MAY, rufer("Anna", "Bert"))
    season = f"/clubs/{house.club.slug}/season/"
    for rest, marked in (
        ("", "Wertung"),
        ("statistics/", "Statistik"),
        ("rating/", "Spielstärke"),
        (f"{house.member('Anna').pk}/", "Wertung"),
    ):
        text = html_at(house.client("Emil"), f"{season}{rest}?period=all")
        bar = bar_on(text, "subject")
        assert [words for _, _, words in bar][:3] == ["Wertung", "Statistik", "Spielstärke"], rest
        assert [words for _, current, words in bar if current] == [marked], rest
        assert all(address.endswith("?period=all") for address, _, _ in bar), rest
