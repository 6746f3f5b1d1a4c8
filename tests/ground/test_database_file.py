"""The file of an SQLite database is removed or replaced under a server: nothing is acknowledged any more."""

import http.client
import json
from pathlib import Path
from random import Random
from uuid import uuid4

import pytest

from tests.support.phones import PATIENCE, Phone
from tests.support.races.processes import HOST, Server

pytestmark = pytest.mark.database("sqlite")
KEY = "twenty letters or more"


def health(server: Server) -> tuple[int, str]:
    """Return the status, and what is said of the database."""
    connection = http.client.HTTPConnection(HOST, server.port, timeout=PATIENCE)
    connection.request("GET", "/health/", headers={"Authorization": f"Bearer {KEY}"})
    answer = connection.getresponse()
    database = json.loads(answer.read())["database"]
    connection.close()
    return answer.status, database.get("why", "")


@pytest.mark.program
def test_no_hand_is_acknowledged_into_a_file_that_is_gone(migrated_database: str, tmp_path: Path) -> None:
    file, aside = Path(migrated_database.removeprefix("sqlite:///")), tmp_path / "aside.sqlite3"
    server = Server(migrated_database, tmp_path / "server.log")
    server.environment["HEALTH_KEY"] = KEY
    keeper = server.keeper()
    [table] = keeper.do("found", tables=1)
    server.start()
    try:
        phone, dice = Phone(server.port, table["code"]), Random(66)
        assert phone.save(phone.some_hand(dice)).status == 200
        hand, entry = phone.some_hand(dice), uuid4()
        file.rename(aside)
        for happened in ("removed", "replaced by another one"):
            for _each_process in range(4):
                answer = phone.save(hand, entry=entry)
                assert answer.status == 503
                assert "noch nicht gespeichert" in answer.body.decode()
                status, why = health(server)
                assert (status, f"was {happened} while the server runs: {file}." in why) == (503, True), why
            file.write_bytes(aside.read_bytes())
        assert f"was removed while the server runs: {file}." in server.log.read_text()
        aside.rename(file)
        assert phone.save(hand, entry=entry).status == 200, "as soon as the file is back"
        assert health(server)[1] == ""
    finally:
        server.stop()
        stored = keeper.do("stand", sheet=table["sheet"])
        keeper.stop()
    assert len(stored["hands"]) == 2
