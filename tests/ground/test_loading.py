"""The first request finds everything loaded: no process has to do it once more."""

import os
import subprocess
import sys

FIRST_REQUEST = """
import sys
from tarockclub.wsgi import application
from django.db import connections
from django.test import Client

assert not any(one.connection for one in connections.all(initialized_only=True)), "shared by all processes"
ready = set(sys.modules)
assert Client(SERVER_NAME="127.0.0.1").get("/rules/").status_code == 200
own = ("scoring", "tournaments", "tarockclub")
print(sorted(module for module in set(sys.modules) - ready if module.split(".")[0] in own))
"""


def test_the_first_request_loads_no_part_of_the_program(root, migrated_database):
    asked = subprocess.run(
        [sys.executable, "-c", FIRST_REQUEST],
        cwd=root,
        env=os.environ | {"SECRET_KEY": "0123456789" * 5, "DATABASE_URL": migrated_database, "DEBUG": "0"},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (asked.returncode, asked.stdout) == (0, "[]\n"), asked.stderr
