"""The scripts without a browser: whether their types fit, and what their logic works out under Node.

`python -m tests.scripts` says what is wrong, as `make check` does. Types are JSDoc; browser.d.ts has what
those of browsers leave open. A file whose name ends with .test.mjs holds tests.
"""

import subprocess
from pathlib import Path

from tests.floor import node_and_packages

HERE = Path(__file__).parent


def complaints() -> str:
    """Return what does not fit or fails; empty: nothing."""
    node, packages = node_and_packages()
    tests = sorted(str(path) for path in HERE.glob("*.test.mjs"))
    asked = (
        [str(packages / "typescript" / "bin" / "tsc"), "--project", str(HERE)],
        ["--no-warnings", "--test", "--test-reporter=dot", *tests],
    )
    done = [subprocess.run([*node, *one], capture_output=True, text=True, check=False) for one in asked]
    return "".join(one.stdout + one.stderr for one in done if one.returncode)
