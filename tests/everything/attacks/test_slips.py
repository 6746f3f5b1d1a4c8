"""Files of results with a slip by chance, very many of them, and the whole conformance pack."""

import pytest

from tests.tournaments.results_file.mutations import outcomes_of_slips
from tests.tournaments.results_file.packs import good_files_in
from tournaments.results_file.conformance import GOOD_FILES, packed
from tournaments.results_file.verdict import DIFFERENT, GOOD, NO_SUCH_FILE


@pytest.mark.parametrize("part", range(10))
def test_ten_thousand_mutations_are_told_or_change_nothing_that_is_claimed(part: int) -> None:
    assert outcomes_of_slips(part, 1000) == {GOOD, DIFFERENT, NO_SUCH_FILE}


def test_the_whole_pack_is_what_it_says() -> None:
    assert good_files_in(packed()) == GOOD_FILES
