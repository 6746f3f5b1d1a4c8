"""Files of results with a slip by chance, very many of them."""

import pytest

from tests.tournaments.results_file.mutations import outcomes_of_slips
from tournaments.results_file.verdict import DIFFERENT, GOOD, NO_SUCH_FILE


@pytest.mark.parametrize("part", range(10))
def test_ten_thousand_mutations_are_told_or_change_nothing_that_is_claimed(part: int) -> None:
    assert outcomes_of_slips(part, 1000) == {GOOD, DIFFERENT, NO_SUCH_FILE}
