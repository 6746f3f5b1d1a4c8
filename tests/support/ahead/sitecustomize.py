"""Sets the program's clock as many seconds ahead as `TESTS_AHEAD` says, in every Python that a run begins.

Python imports this by its name, because `tests/support/begin.py` puts the folder into PYTHONPATH.
"""

import os
from contextlib import suppress
from datetime import datetime, timedelta

with suppress(ImportError):  # nothing of the program in this environment
    from django.utils import timezone

    if "TESTS_AHEAD" in os.environ and not hasattr(timezone.now, "ahead"):
        system, ahead = timezone.now, timedelta(seconds=float(os.environ["TESTS_AHEAD"]))

        def now() -> datetime:
            return system() + ahead

        now.ahead = ahead
        timezone.now = now
