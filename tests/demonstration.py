"""`python -m tests.demonstration`: the file of the demonstration club, written in the format of today.

Its content stays what it was. To change that, bring the file into an empty installation by `import_club`,
play and record there whatever is to be shown, and put what `export_club` writes in the place of the file.
"""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

FILE = Path("scoring/demonstration.tarock.zip")


def main() -> None:
    with TemporaryDirectory(prefix="tarock-") as folder:
        here = {**os.environ, "DATABASE_URL": f"sqlite:///{folder}/club.sqlite3"}
        for command in (
            ("migrate", "-v0"),
            ("import_club", FILE),
            ("export_club", "demonstration-club", FILE, "--overwrite"),
        ):
            subprocess.run([sys.executable, "manage.py", *command], env=here, check=True)


if __name__ == "__main__":
    main()
