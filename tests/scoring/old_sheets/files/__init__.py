"""Files as clubs really keep them, with invented people, and what has to come of each.

Imported with these totals after these answers, or refused with this remedy; in the order of the subjects.
"""

from __future__ import annotations

from tests.scoring.old_sheets.files import layouts, letters, rows, seasons, troubles
from tests.scoring.old_sheets.files.kept import KeptFile

KEPT: dict[str, KeptFile] = {
    f"{subject.__name__.rpartition('.')[2]}: {name}": file
    for subject in (seasons, rows, layouts, letters, troubles)
    for name, file in subject.FILES.items()
}
