"""What scripts of the program work out without a page: under Node, which reads them as modules."""

import json
import subprocess
from typing import Any

from tarockclub import folders
from tarockclub.phone_engine.building import find_node
from tests.floor import OLDEST_NODE

IMPORTED = "'/static/scoring/"
LYING = f"'{(folders.ROOT / 'scoring' / 'static' / 'scoring').as_uri()}/"
LOCATION = "globalThis.location = 'file:///';\n"
ANSWER = "process.stdout.write(JSON.stringify(await ({})(JSON.parse({}))));"


def under_node(script: str, asked: object) -> Any:
    """Return what a function in JavaScript answers; what it imports from /static/scoring/ is the program's.

    >>> under_node("async ([one, other]) => one + other", [1, 2])
    3
    """
    node, _npm = find_node(OLDEST_NODE)
    answer = ANSWER.format(script.replace(IMPORTED, LYING), json.dumps(json.dumps(asked)))
    command = [*node, "--no-warnings", "--input-type=module"]
    done = subprocess.run(command, input=LOCATION + answer, capture_output=True, text=True, check=False)
    if done.returncode:
        raise AssertionError(done.stderr)
    return json.loads(done.stdout)
