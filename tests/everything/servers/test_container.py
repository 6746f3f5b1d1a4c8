"""The container and compose files: their steps are run without an engine, their names are those in use."""

import http.client
import re
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from tarockclub.environment import SETTINGS
from tests.everything.servers.container import FORBIDDEN, Root, indented, may_be_emptied, steps_of
from tests.support.races.processes import HOST, free_port
from tests.support.started import printed

DEPLOY = Path("tarockclub/deploy")


@pytest.mark.database("sqlite")
def test_the_steps_of_the_container_file_lead_to_a_program_that_is_well(
    root: Path, wheel: Path, wheels: Path, migrated_database: str, tmp_path: Path
) -> None:
    """In an empty root, with nothing beside it but the wheel and its list."""
    if not may_be_emptied():
        pytest.skip(FORBIDDEN)
    context = tmp_path / "dist"
    context.mkdir()
    shutil.copy(wheel, context)
    shutil.copy(root / "requirements" / "run.txt", context / "requirements.txt")
    container = Root(tmp_path / "root", context, wheels)
    for step in steps_of(root / DEPLOY / "Containerfile"):
        container.follow(step)
    assert re.fullmatch(r"python:3\.1[1-9]-slim", container.told["FROM"])
    assert container.user.split(":")[0] != "0"
    assert " postgresql-client " in container.installed
    assert container.told["VOLUME"] == container.workdir == container.environment["DATA_FOLDER"]
    assert container.told["EXPOSE"] == "8000"
    assert container.environment["LISTEN"] == "0.0.0.0"

    def asked(*words: str) -> tuple[int, str]:
        begun = container.begin([*words], surroundings)
        said, _ = begun.communicate(timeout=60)
        return begun.returncode, said.strip()

    # What only takes time is done: an empty database that is up to date.
    database = Path(migrated_database.removeprefix("sqlite:///"))
    shutil.copy(database, container.folder / "tmp" / "tarockclub.sqlite3")
    surroundings = {"PORT": str(free_port()), "PUBLIC_URL": "https://tarock.example.org", "LISTEN": HOST}
    assert asked("cp", "/tmp/tarockclub.sqlite3", "/data") == (0, "")
    health = container.command("HEALTHCHECK")
    assert asked(*health)[0] == 1
    server = container.begin(container.command("CMD"), surroundings)
    try:
        assert printed(server, r"Open: +(\S+)") == "https://tarock.example.org"
        assert asked(*health) == (0, '{"ok": true}')
        page = got(int(surroundings["PORT"]), "/imprint/")
        assert f"<dd>{wheel.name.split('-')[1]}</dd>" in page
        style = re.search(r'href="(/static/[^"]+\.css)"', page)
        assert style is not None
        assert got(int(surroundings["PORT"]), style[1])
        assert asked("stat", "--format=%u %a", "/data/secret-key") == (0, "10001 600")
    finally:
        server.kill()
        server.communicate(timeout=60)
        container.leave()


def got(port: int, address: str) -> str:
    """As the server in front asks."""
    with closing(http.client.HTTPConnection(HOST, port, timeout=60)) as connection:
        headers = {"Host": "tarock.example.org", "X-Forwarded-Proto": "https"}
        connection.request("GET", address, headers=headers)
        answer = connection.getresponse()
        assert answer.status == 200
        return answer.read().decode()


def test_the_compose_file_gives_the_program_what_it_knows(root: Path) -> None:
    """Nothing is named that is nowhere, and no variable that is not read."""
    told = indented((root / DEPLOY / "compose.yaml").read_text())
    (program,) = told["services"].values()
    assert (root / DEPLOY / program["build"]["dockerfile"]).is_file()
    for name in program["environment"]:
        assert name in SETTINGS or name == "DATABASE_PASSWORD", name  # which is there to be refused
    assert program["volumes"] == ["data:/data"]
    assert told["volumes"] == {"data": None}
    assert program["ports"] == [f"{HOST}:8000:8000"]
    # It may do no more than its user, whom the Containerfile names.
    assert (program["cap_drop"], program["security_opt"]) == (["ALL"], ["no-new-privileges:true"])
    assert program["read_only"]
