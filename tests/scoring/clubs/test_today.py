"""A club's place of today: my table on felt, other tables, how the last evening ended; how to begin."""

import re
from datetime import timedelta
from uuid import uuid4

from django.urls import reverse

from scoring import clock
from scoring.engine.money import Payment
from scoring.evenings import payments
from scoring.evenings import verbs as evening_verbs
from scoring.models import Club, Evening, Sheet
from tests.support.pages import html_at, main_text_of
from tests.support.scoring.house import House, english, ids
from tests.support.scoring.tables import dreier, rufer, trischaken

OTHERS = ("Emil", "Karl", "Lois", "Maria")


def today(house: House, name: str, club: Club | None = None) -> str:
    return html_at(english(house, name), (club or house.club).get_absolute_url()).partition("<main")[2]


def about(house: House) -> str:
    return html_at(english(house, "Cilli"), reverse("scoring:about_club", args=[house.club.slug]))


def felt_of(page: str) -> str:
    felts = re.findall(r'<section class="felt">.*?</section>', page, re.DOTALL)
    assert len(felts) <= 1
    return felts[0] if felts else ""


def read(part: str) -> str:
    return main_text_of(f"<main>{part}</main>")


def close(house: House, evening: Evening) -> None:
    evening_verbs.close_evening(actor=house["Anna"], deed=uuid4(), evening=evening)


def two_tables(house: House) -> tuple[Sheet, Sheet]:
    evening = house.evening()
    own = house.sheet(evening=evening, name="Ofen")
    other = house.sheet(OTHERS, evening=evening, name="Fenster")
    house.play(own, dreier("Bert"))
    house.play(other, dreier("Maria"))
    return own, other


def test_my_table_lies_on_felt_with_its_amounts_and_one_gold_deed_before_all_others(house: House) -> None:
    own, other = two_tables(house)
    for name, mine, second in (("Cilli", own, other), ("Emil", other, own)):
        page = today(house, name)
        felt = felt_of(page)
        assert mine.name in felt
        assert page.index(f">{mine.name}<") < page.index(f">{second.name}<")
        assert re.findall(r'class="button gold[^"]*"\s+href="([^"]+)"', page) == [
            reverse("scoring:record", args=[mine.pk])
        ]
        assert "Record hand 2" in read(felt)
    seats = read(felt_of(today(house, "Cilli")))
    assert "Hand 2 · Anna deals" in seats
    assert "Anna −5 Bert +15 Cilli −5 Dora −5" in seats, "in order of play"


def test_a_table_says_which_hands_are_doubled(house: House) -> None:
    own, _other = two_tables(house)
    assert "×2" not in today(house, "Cilli")
    house.play(own, trischaken("Bert"))
    assert "×2, 4 to go" in felt_of(today(house, "Cilli"))
    assert "Ofen Hand 3 · Bert deals · ×2, 4 to go" in read(today(house, "Emil"))


def test_the_last_evening_says_who_won_and_today_what_is_open_as_the_clubs_own_place(house: House) -> None:
    evening = house.evening(venue="Kirchenwirt")
    sheet = house.sheet(evening=evening)
    house.play(sheet, dreier("Bert"))
    evening_verbs.close_sheet(actor=house["Anna"], deed=uuid4(), sheet=sheet)
    page = read(today(house, "Cilli"))
    assert "Kirchenwirt · Bert wins +€1.50 · still open" in page
    close(house, evening)
    assert "Kirchenwirt · Bert wins +€1.50 · no payment ticked yet" in read(today(house, "Cilli"))
    assert "Open amounts none" in read(about(house))
    who = ids(sheet)
    paid = Payment(who["Anna"], who["Bert"], 50)
    house.do(payments.settle_payments, by="Anna", evening=evening, payments=(paid,))
    page = read(today(house, "Cilli"))
    assert "Kirchenwirt · Bert wins +€1.50" in page
    assert "no payment ticked yet" not in page
    assert "Open amounts You still pay €0.50" in page
    assert "Open amounts 2" in read(about(house))
    assert 'class="chart' in today(house, "Cilli")


def test_an_evening_in_play_is_not_the_last_one(house: House) -> None:
    earlier = house.evening(date=clock.today() - timedelta(days=7), venue="Kirchenwirt")
    house.play(house.sheet(evening=earlier), rufer("Anna", "Dora"))
    close(house, earlier)
    two_tables(house)
    assert "Kirchenwirt · Anna, Dora win +€0.10 · no payment ticked yet" in read(today(house, "Cilli"))


def test_nobody_is_asked_who_is_coming_while_an_evening_is_running(house: House) -> None:
    house.evening(date=clock.today() + timedelta(days=7))
    assert "Who is coming?" in today(house, "Emil")
    own, other = two_tables(house)
    assert "Who is coming?" not in today(house, "Emil")
    for sheet in (own, other):
        evening_verbs.close_sheet(actor=house["Anna"], deed=uuid4(), sheet=sheet)
    assert "Who is coming?" in today(house, "Emil")


def test_a_new_club_says_how_to_begin_in_one_sentence_with_one_deed(house: House) -> None:
    page = today(house, "Anna")
    assert "Nothing has been played yet." in page
    play = reverse("scoring:just_play", args=[house.club.slug])
    assert re.findall(r'class="button[^"]*"\s+href="([^"]+)"', page) == [play]
    house.club.members.exclude(name__in=("Anna", "Bert")).update(active=False)
    page = today(house, "Anna")
    add = reverse("scoring:members", args=[house.club.slug]) + "?new=yes"
    assert re.findall(r'class="button[^"]*"\s+href="([^"]+)"', page) == [play, add]
    assert "Season" not in page
    assert "Last, " not in page


def test_the_season_says_who_shares_a_rank(house: House) -> None:
    house.play(house.sheet(), dreier("Bert"))
    season = today(house, "Cilli").partition("<ol")[2].partition("</ol>")[0]
    assert re.findall(r'class="rank">([^<]*)<', season) == ["1", "2=", "2="]


def test_three_payments_of_ones_own_are_in_sight_and_the_further_ones_in_a_fold(house: House) -> None:
    """Six people owe Bert of two evenings; one has paid at each, so that payments are ticked here."""
    evenings = [house.evening(date=clock.today() - timedelta(days=days)) for days in (14, 7)]
    for evening, others in zip(evenings, (("Anna", "Cilli", "Dora"), ("Emil", "Hilda", "Karl")), strict=True):
        sheet = house.sheet(("Bert", *others), evening=evening)
        house.play(sheet, dreier("Bert"))
        close(house, evening)
        who = ids(sheet)
        paid = Payment(who[others[0]], who["Bert"], 50)
        house.do(payments.settle_payments, by="Anna", evening=evening, payments=(paid,))
    for name, in_sight, folded in (("Bert", 3, "1 more,"), ("Cilli", 1, "3 more,"), ("Anna", 0, "4 more,")):
        card = today(house, name).partition("Open amounts")[2].partition("</section>")[0]
        in_front, further = card.split(folded)
        ticks = [part.count('<strong class="name">Bert</strong>') for part in (in_front, further)]
        assert ticks == [in_sight, 4 - in_sight], name


def test_a_director_who_sits_nowhere_has_cards_with_the_tinted_deed_and_no_felt(house: House) -> None:
    own, other = two_tables(house)
    bert = today(house, "Bert")
    assert "Ofen" in felt_of(bert)
    sums = "Maria +15 · Emil −5 · Karl −5 · Lois −5"
    assert f"Fenster Hand 2 · Emil deals Record hand 2 : Fenster {sums}" in read(bert)
    evening_verbs.close_sheet(actor=house["Anna"], deed=uuid4(), sheet=own)
    for name in ("Anna", "Bert", "Cilli"):
        page = today(house, name)
        assert felt_of(page) == ""
        assert "gold" not in page
        assert f'class="button second" href="{reverse("scoring:record", args=[other.pk])}"' in page
        assert page.index(">Fenster<") < page.index("<h2>Season")
