"""The pages of a test go by the clock of its run."""

from scoring import clock
from tests.support.browser.pages import OpenPage
from tests.support.browser.tournament_table import with_a_clock

AN_HOUR = 3_600_000  # milliseconds; it would be a day or more


def test_a_page_has_the_time_of_the_server_with_a_clock_of_its_own_too(page: OpenPage) -> None:
    for visitor in (page(), with_a_clock(page())):
        times = visitor.evaluate("[Date.now(), new Date().getTime(), new Date(5).getTime()]")
        assert times.pop() == 5
        assert [abs(time - clock.now().timestamp() * 1000) < AN_HOUR for time in times] == [True, True]
        assert visitor.evaluate("new Date(0).getHours()") == 1, "in Vienna"
