"""How much there is within two clicks of *Heute*: kinds of pages, links and words, on a phone."""

import pytest

from tests.benchmarks.clicks import seen_by_each

AT_MOST = {"owner": (36, 550, 6_600), "member": (24, 350, 7_700), "guest": (17, 250, 9_000)}


@pytest.mark.django_db
def test_two_clicks_lead_to_few_kinds_of_pages_with_few_links_and_words() -> None:
    for who, rows in seen_by_each():
        links, _buttons, words = map(sum, zip(*rows.values(), strict=True))
        found = (len(rows), links, words)
        assert all(one <= most for one, most in zip(found, AT_MOST[who], strict=True)), (who, found, rows)
