"""What recording costs does not grow with the evening."""

import json
from functools import partial

import pytest
from django.urls import reverse

from scoring.models import Sheet
from scoring.table.at_the_table import OPENED
from tests.support.scoring.counting import next_post, play_up_to, watched
from tests.support.scoring.tables import FIVE, FOUR

# Transactions can only be counted where the test itself is none.
pytestmark = pytest.mark.django_db(transaction=True)


def at_the_table(house, sheet):
    """A phone that holds the table's link, and two who are signed in."""
    client = house.client("")
    session = client.session
    session[OPENED] = {str(sheet.pk): ["record", sheet.record_link]}
    session.save()
    return {"link": client, "Anna": house.client("Anna"), "Dora": house.client("Dora")}


def test_a_hand_costs_eleven_queries_and_one_transaction_early_and_late(house):
    sheet = house.sheet(FIVE)
    clients, record = at_the_table(house, sheet), reverse("scoring:record", args=[sheet.pk])

    def costs(number):
        """Of one hand by each of them, from this one on."""
        found = []
        for more, client in enumerate(clients.values()):
            sent = next_post(play_up_to(number + more - 1, sheet, house["Anna"]))
            answer, cost = watched(partial(client.post, record, sent, content_type="application/json"))
            assert answer.json()["number"] == number + more
            found.append(cost)
        return found

    early, late = costs(10), costs(80)
    assert early == late
    assert max(cost.queries for cost in early) <= 11
    assert {cost.transactions for cost in early} == {1}


@pytest.mark.parametrize("hands", [1, 40])
def test_the_page_costs_eight_queries_beside_other_tables_and_guests(house, hands):
    evening = house.evening()
    sheet = house.sheet((*FOUR, "Kathi"), evening=evening)
    house.sheet(("Emil", "Gina", "Hans", "Ida"), evening=evening, name="2")
    play_up_to(hands, sheet, house["Anna"])
    record = reverse("scoring:record", args=[sheet.pk])
    clients = at_the_table(house, sheet)
    answers = {who: watched(partial(client.get, record)) for who, client in clients.items()}
    assert {who: cost.queries for who, (_answer, cost) in answers.items()} == {
        "link": 4,
        "Anna": 8,
        "Dora": 8,
    }
    people = {who: json.loads(answer.context["people"]) for who, (answer, _cost) in answers.items()}
    assert people["link"] == []
    at = {person["name"]: person["at"] for person in people["Anna"]}
    assert {name: at[name] for name in ("Anna", "Emil", "Kathi", "Ida")} == {
        "Anna": "",
        "Emil": "2",
        "Kathi": "",
        "Ida": "2",
    }


def test_a_stranger_who_posts_makes_no_table_wait(house):
    sheet = house.sheet(FIVE)
    record = reverse("scoring:record", args=[sheet.pk])
    sent = next_post(Sheet.objects.get(pk=sheet.pk))
    answer, cost = watched(partial(house.client("").post, record, sent, content_type="application/json"))
    assert (answer.status_code, cost.transactions) == (404, 0)


def test_what_a_phone_knows_of_the_rules_is_not_sent_again_until_other_rules_hold(house):
    """19 kB on the page, and a small part of that with each hand and with what others did."""
    sheet = house.sheet(FIVE)
    client = at_the_table(house, sheet)["link"]
    record, live = (reverse(f"scoring:{name}", args=[sheet.pk]) for name in ("record", "live"))
    page = json.loads(client.get(record).context["table"])

    def save(known):
        sent = next_post(Sheet.objects.get(pk=sheet.pk))
        saved = client.post(record, sent, content_type="application/json", headers={"Known-Form": known})
        return saved, saved.json()["table"]

    whole, table = save("of another day")
    assert table.keys() == page.keys()
    short, changed = save(page["form"])
    assert changed.keys() < page.keys()
    assert changed["form"] == page["form"] == table["form"]
    assert all(table[name] == page[name] for name in page.keys() - changed.keys())  # it would say the same
    assert len(short.content) * 8 < len(whole.content)
    news = client.get(live, headers={"Known-Form": page["form"]}).json()["table"]
    assert news == changed
    client.cookies["language"] = "en"
    assert client.get(live, headers={"Known-Form": page["form"]}).json()["table"]["words"] != page["words"]
