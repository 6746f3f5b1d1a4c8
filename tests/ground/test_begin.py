"""The clock of a run of tests is the same in all its processes."""

import os
import subprocess
import sys
from datetime import datetime

from tests.support.begin import AHEAD, VIENNA

NOW = "from django.utils import timezone; print(timezone.now().isoformat())"
BOTH = f"""
import subprocess, sys
from tests.support.begin import set_clock
set_clock()
{NOW}
subprocess.run([sys.executable, "-c", {NOW!r}], check=True)
"""


def test_a_run_and_the_programs_it_begins_have_the_clock_that_is_asked_for() -> None:
    surroundings = {name: value for name, value in os.environ.items() if name not in (AHEAD, "PYTHONPATH")}
    done = subprocess.run(
        [sys.executable, "-c", BOTH],
        env=surroundings | {"BEGIN": "2026-12-31T23:55"},
        capture_output=True,
        text=True,
        check=True,
    )
    own, of_a_program = (datetime.fromisoformat(line).astimezone(VIENNA) for line in done.stdout.split())
    assert datetime(2026, 12, 31, 23, 55, tzinfo=VIENNA) <= own < of_a_program
    assert of_a_program.year == 2026, "and it goes on from there"
