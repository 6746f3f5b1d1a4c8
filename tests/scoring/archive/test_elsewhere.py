"""Copies that leave the house, and the restore that is tried each night."""

import re
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import paramiko
import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from scoring import encryption
from scoring.archive import drills, elsewhere
from scoring.models import Account
from tests.support.scoring.backup import within

KEY = "9f8c2e47b1d05a6638ee71c4ab92d3f05c7718e6a04bd9c2f1"
PASSWORD = "the word at the door"

pytestmark = [pytest.mark.django_db, pytest.mark.database("sqlite")]


class Door(paramiko.ServerInterface):
    """Lets in whoever has the password."""

    def check_auth_password(self, username: str, password: str) -> int:
        is_right = (username, password) == ("anna", PASSWORD)
        return paramiko.AUTH_SUCCESSFUL if is_right else paramiko.AUTH_FAILED

    def check_channel_request(self, kind: str, chanid: int) -> int:
        return paramiko.OPEN_SUCCEEDED


class Files(paramiko.SFTPServerInterface):
    """One folder."""

    root = Path()

    def at(self, path: str) -> Path:
        return self.root / path.lstrip("/")

    def list_folder(self, path: str) -> Any:
        return [paramiko.SFTPAttributes.from_stat(file.stat(), file.name) for file in self.at(path).iterdir()]

    def stat(self, path: str) -> Any:
        return paramiko.SFTPAttributes.from_stat(self.at(path).stat())

    def open(self, path: str, flags: int, attr: Any) -> Any:
        handle = paramiko.SFTPHandle(flags)
        opened = self.at(path).open("rb" if flags == 0 else "w+b")
        handle.readfile = handle.writefile = opened
        return handle

    def posix_rename(self, oldpath: str, newpath: str) -> int:
        self.at(oldpath).replace(self.at(newpath))
        return paramiko.SFTP_OK

    def remove(self, path: str) -> int:
        self.at(path).unlink()
        return paramiko.SFTP_OK


@pytest.fixture
def sftp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a folder on a computer that is known to this one."""
    own_key = paramiko.RSAKey.generate(2048)
    Files.root = tmp_path / "far"
    (Files.root / "copies").mkdir(parents=True)
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]

    def serve() -> None:
        while True:
            try:
                connection, _address = listener.accept()
            except OSError:
                return
            transport = paramiko.Transport(connection)
            transport.add_server_key(own_key)
            transport.set_subsystem_handler("sftp", paramiko.SFTPServer, Files)
            transport.start_server(server=Door())

    threading.Thread(target=serve, daemon=True).start()
    hosts = tmp_path / "known_hosts"
    hosts.write_text(f"[127.0.0.1]:{port} {own_key.get_name()} {own_key.get_base64()}\n")
    load = paramiko.SSHClient.load_system_host_keys
    monkeypatch.setattr(paramiko.SSHClient, "load_system_host_keys", lambda client: load(client, str(hosts)))
    yield f"sftp://anna@127.0.0.1:{port}/copies"
    listener.close()


@pytest.fixture
def s3() -> Iterator[str]:
    """The address of a bucket, in a store that keeps what it is given and asks for no signature."""
    kept: dict[str, bytes] = {}

    class Store(BaseHTTPRequestHandler):
        def answer(self, body: bytes = b"", status: int = 200, **headers: str) -> None:
            self.send_response(status)
            for name, value in {"Content-Length": str(len(body)), **headers}.items():
                self.send_header(name.replace("_", "-"), value)
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)

        def do_PUT(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            kept[urlsplit(self.path).path] = body
            self.answer(ETag='"1"')

        def do_HEAD(self) -> None:
            self.do_GET()

        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            if "location" in parts.query:
                self.answer(b"<LocationConstraint/>")
            elif "prefix" in parts.query:
                found = "".join(
                    f"<Contents><Key>{name.removeprefix('/bucket/')}</Key><Size>1</Size>"
                    "<LastModified>2026-01-06T20:00:00.000Z</LastModified></Contents>"
                    for name in kept
                )
                head = "<IsTruncated>false</IsTruncated><Name>bucket</Name>"
                self.answer(f"<ListBucketResult>{head}{found}</ListBucketResult>".encode())
            else:
                modified = "Tue, 06 Jan 2026 20:00:00 GMT"
                self.answer(kept[unquote(parts.path)], ETag='"1"', Last_Modified=modified)

        def do_DELETE(self) -> None:
            kept.pop(urlsplit(self.path).path)
            self.answer(status=204)

        def log_message(self, *words: Any) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Store) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"s3://anna@127.0.0.1:{server.server_port}/bucket/copies"
        server.shutdown()


@pytest.mark.parametrize("kind", ["sftp", "s3"])
def test_a_copy_leaves_encrypted_the_newest_stay_and_it_comes_back(
    kind: str,
    request: pytest.FixtureRequest,
    migrated_database: str,
    settings: Settings,
    tmp_path: Path,
) -> None:
    address = request.getfixturevalue(kind)
    database = migrated_database.removeprefix("sqlite:///")
    settings.BACKUP_PASSWORD = PASSWORD
    refused = within(database, "backup", "--to", address)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "without it nobody can restore any of these copies" in refused.stderr
    settings.ENCRYPTION_KEY = KEY
    for _night in range(3):
        done = within(database, "backup", "--to", address, "--keep", "2")
        assert done.returncode == 0, done.stderr
        assert f"Also at {address}, encrypted." in done.stdout
        assert "without ENCRYPTION_KEY nobody can read it" in done.stdout
    with elsewhere.opened(address) as store:
        names = sorted(store.names())
    assert len(names) == 2, "older ones make room there, too"
    assert all(re.search(r"-\d{8}T\d{6}Z(-\d)?\.sqlite3$", name) for name in names)
    file = elsewhere.fetch(f"{address}/{names[-1]}", tmp_path / "back")
    assert encryption.is_encrypted(file)
    encryption.decrypt_file(file, plain := tmp_path / "plain")
    assert plain.read_bytes().startswith(b"SQLite format 3")
    settings.BACKUP_PASSWORD = "another one"
    if kind == "sftp":
        assert "No copy has left this computer" in within(database, "backup", "--to", address).stderr


def test_a_drill_finds_a_planted_damage(migrated_database: str, settings: Settings, tmp_path: Path) -> None:
    settings.DATA = tmp_path
    database = migrated_database.removeprefix("sqlite:///")
    copy = Path(within(database, "backup").stdout.partition(" (")[0])
    with copy.open("r+b") as file:
        file.seek(20_000)
        file.write(b"somebody's scissors")
    assert within(database, "drill").returncode == 1
    drill = drills.last()
    assert drill is not None
    assert (drill.ok, drill.copy) == (False, copy.name)
    assert "its checksum is different" in drill.why


def test_health_and_the_page_of_the_owner_tell_of_the_drill(
    client: Client, settings: Settings, tmp_path: Path
) -> None:
    settings.DATA, settings.HEALTH_KEY = tmp_path, "twenty letters or more"
    settings.ENCRYPTION_KEY = KEY
    known = {"Authorization": f"Bearer {settings.HEALTH_KEY}"}
    client.force_login(Account.objects.create(name="A", key="a", made_at=timezone.now(), is_superuser=True))

    def told() -> tuple[int, Any, str]:
        assert client.get("/health/", headers=known).status_code == 200, (
            "a server with a bad copy still serves"
        )
        health = client.get("/health/?backup_hours=", headers=known)
        page = client.get("/clubs/?language=en").content.decode()
        return health.status_code, health.json()["drill"], page

    assert told()[:2] == (200, {"ok": True, "hours": None})
    drills.keep(tmp_path / "copy.sqlite3", ok=True)
    status, drill, page = told()
    assert (status, drill) == (200, {"ok": True, "hours": 0.0})
    assert "restored as a test, and it is complete" in page
    assert "If the ENCRYPTION_KEY is lost" in page
    drills.keep(tmp_path / "copy.sqlite3", ok=False, why="Its checksum is another.")
    status, drill, page = told()
    assert (status, drill["why"]) == (503, "Its checksum is another.")
    assert "The newest backup cannot be restored: copy.sqlite3" in page
    client.force_login(Account.objects.create(name="B", key="b", made_at=timezone.now()))
    assert "backup" not in told()[2]
