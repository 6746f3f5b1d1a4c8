"""Several clubs once held a series together: it is the organiser's own now, and stands as it stood.

Release 1.0.0 left a database with such a series: of the Mühlviertler Runde, with two evenings of its own, two
of the Kaffeehaus Süd and one of the Stammtisch Nord. A Dreier was 15 for one and -5 for three. Anna is in two
clubs, and one person. The migration that made its own of it is never changed.
"""

from pathlib import Path

import pytest
from django.utils import translation

from scoring.capability import log_line
from scoring.models import Club, Deed
from tests.support.kept import KEPT, unpacked
from tests.support.scoring.backup import connected_to, within
from tests.support.tournaments.series import ranks_of
from tournaments.models import Series
from tournaments.series.pages import shown_series

WHOLE, SOUTH = 3, 2  # the series and a club, as they are numbered there
B, C = "Kaffeehaus Süd", "Stammtisch Nord"


def told(club: int) -> list[str]:
    with translation.override("en"):
        return [log_line(deed) for deed in Deed.objects.filter(club=club, actor="Tarockclub").order_by("at")]


@pytest.mark.database("sqlite")
def test_the_best_three_of_five_events_of_three_clubs_stay(transactional_db: None, tmp_path: Path) -> None:
    old = unpacked(KEPT / "1.0.0", tmp_path)
    done = within(old, "migrate", "--verbosity=0")
    assert done.returncode == 0, done.stderr
    verified = within(old, "verify")
    assert verified.stdout.endswith("no difference.\n"), verified.stdout
    with connected_to(old):
        # Anna: 25 + 15 + 5, and -5 does not count; Ida's best result is better.
        assert ranks_of(shown_series(Series.objects.get(pk=WHOLE))) == {
            f"Ida ({C})": "1. 45",
            "Anna": "2. 45",
            f"Franz ({B})": "3. 20",
            "Cilli": "4. 0",
            "Bert": "5. 0",
            **dict.fromkeys((f"Jakob ({C})", f"Karl ({C})", f"Lena ({C})"), "6= -15"),
            **dict.fromkeys(("Dora", f"Gerti ({B})", f"Hans ({B})"), "9= -20"),
        }
        assert not Series.objects.exclude(club__name="Mühlviertler Runde").exists()
        [here] = told(1)
        assert here.startswith("turned what Kaffeehaus Süd, Stammtisch Nord brought to the series “Drei")
        assert here.endswith("into old results of it: 12 results")
        [south] = told(SOUTH)
        assert "removed the club's part of the series “Drei Vereine” of “Mühlviertler Runde”" in south
        for club in Club.objects.all():  # also what was done then is still told
            assert [deed.verb for deed in club.deeds.all() if not log_line(deed)] == []
