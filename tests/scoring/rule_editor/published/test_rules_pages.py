"""The rules pages as the server answers them."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import translation
from django.utils.formats import date_format

from scoring import clock
from scoring.accounts import verbs as people
from scoring.engine.rules import TABLES_OF_WORDS
from scoring.models import Club
from scoring.rules import SLUGS, published
from scoring.rules.versions.versions import current_text, digest_of
from scoring.sharing.verbs import share_standings
from tests.support.engine.rulebook import Rulebook, rulebook
from tests.support.pages import html_at
from tests.support.scoring.house import House

EXAMPLE = re.compile(r'<article id="[a-z]+-\d+">.*?</article>', re.DOTALL)


def test_strangers_are_told_what_this_is_and_whoever_belongs_to_a_club_is_not(house: House) -> None:
    page = html_at(Client(), "/?language=en")
    assert page.count('<picture class="phone">') == 3
    assert "setup-link" not in page, "it is set up"
    assert "/handbook/server/#install" in page
    assert "/s/" not in page
    Club.objects.filter(pk=house.club.pk).update(demonstration=True)
    shared = share_standings(actor=house["Anna"], deed=uuid4(), club=house.club, period="all")
    page = html_at(Client(), "/?language=en")
    assert f'href="/s/{shared.code}/"' in page, "its owner has shared the invented club"
    assert house.client("Emil").get("/").headers["Location"] == house.club.get_absolute_url()


@pytest.mark.django_db
def test_a_server_without_an_owner_says_where_the_link_is() -> None:
    page = html_at(Client(), "/?language=en")
    assert "This server does not have an owner yet" in page
    assert ".venv/bin/tarockclub setup-link http://testserver<" in page
    assert people.setup_code() not in page


@pytest.mark.parametrize("slug", SLUGS)
def test_a_sheet_shows_all_it_says_and_its_code_and_leads_to_its_worked_examples(
    client: Client, slug: str
) -> None:
    """The page of examples has each with its lines, in the fold of its game. It invents no date."""
    page = html_at(client, f"/rules/{slug}/")
    says_all_of_it(page, slug, "de")
    whole = html_at(client, f"/rules/{slug}/examples/")
    prints_its_examples(whole, rulebook(slug))
    games = re.findall(
        rf'href="/rules/{slug}/examples/#([a-z_0-9]+)">\s*<strong>[^<]+</strong>\s*<small[^>]*>(\d+)', page
    )
    for key, number in games:
        fold = whole.partition(f'id="{key}">')[2].partition("</details>")[0]
        assert len(EXAMPLE.findall(fold)) == int(number), key
    assert sum(int(number) for _key, number in games) == len(EXAMPLE.findall(whole))


def test_an_older_address_of_a_game_or_an_example_leads_to_its_place_on_the_page(client: Client) -> None:
    for anchor in ("rufer", "example-4"):
        answer = client.get(f"/rules/cup/examples/{anchor}/")
        assert (answer.status_code, answer.headers["Location"]) == (302, f"../#{anchor}")
    assert client.get("/rules/skat/examples/").status_code == 404


def says_all_of_it(page: str, slug: str, language: str) -> None:
    """Games, premiums, kontras, customs and remarks."""
    rules = published()[slug]
    shown = [row.label for row in (*rules.contracts.values(), *rules.premiums.values())]
    shown += [rules.label, rules.about]
    shown += [words for table in TABLES_OF_WORDS for words in getattr(rules, table).values()]
    shown += [note.words for note in rules.option_notes if note.words]
    shown += [*rules.open_contracts.values(), *rules.open_premiums.values()]
    for text in shown:
        assert text.in_language(language) in page
    for times in rules.kontra.levels.values():
        assert f"×{times}</b>" in page
    assert_unplayed(imprint(page), slug, language)


def prints_its_examples(page: str, book: Rulebook) -> None:
    for example in (*book.all_examples, *book.all_tables):
        assert f"<h3>{example.title.de}</h3>" in page
    for other_example in book.all_examples:
        for reason, _ in other_example.lines:
            assert reason in page, other_example.title.de
        for sentence in other_example.refused:
            assert sentence in page, other_example.title.de


def assert_unplayed(page: str, slug: str, language: str) -> None:
    assert published()[slug].label.in_language(language) in page
    assert f"<b>{digest_of(current_text(slug))[:6]}</b>" in page
    assert f"http://testserver/rules/{slug}/" in page
    assert str(clock.today().year) not in page


def test_a_sheet_that_was_played_shows_edition_date_and_the_code_that_its_tables_show(
    client: Client, house: House
) -> None:
    ruleset = house.sheet(rules="cup").ruleset
    page = imprint(html_at(client, "/rules/cup/?language=en"))
    with translation.override("en"):
        today = date_format(clock.today(), "j M Y")
    assert f"Cup rules · Version 1, {today}" in page
    assert f"<b>{ruleset.code}</b>" in page


def imprint(page: str) -> str:
    start = page.index('<footer class="imprint">')
    return page[start : page.index("</footer>", start)]


# The pages need no table, but the client's handlers open a connection.
pytestmark = pytest.mark.django_db
