"""The files for servers in front of the program: understood by them, and true to what the program takes."""

from __future__ import annotations

import http.client
import os
import re
import shutil
import ssl
import subprocess
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from scoring.web.uploads import MOST_OF_A_CLUB
from tarockclub import worker
from tests.support.races.processes import HOST, free_port

DEPLOY = Path("tarockclub/deploy")
SIZE = re.compile(r"(?:client_max_body_size|max_size) (\d+)(?:m;|MB)")
nginx = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")


@pytest.mark.parametrize("name", ["nginx.conf", "Caddyfile"])
def test_what_they_let_through_is_what_the_program_takes(root: Path, name: str) -> None:
    sizes = {int(size) * 1_000_000 for size in SIZE.findall((root / DEPLOY / name).read_text())}
    assert sizes == {worker.MOST_OF_A_BODY, MOST_OF_A_CLUB}


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_understands_the_units(root: Path, tmp_path: Path) -> None:
    """But for where the program lies on a server, which is not here."""
    units = sorted((root / DEPLOY).glob("tarockclub*.*"))
    assert [one.name for one in units if one.suffix != ".timer"] == [
        "tarockclub-backup.service",
        "tarockclub.service",
    ]
    for unit in units:
        text = unit.read_text().replace("/srv/tarockclub/bin/tarockclub", shutil.which("true") or "")
        (tmp_path / unit.name).write_text(text)
    verify = ["systemd-analyze", "verify", "--man=no", *map(str, sorted(tmp_path.iterdir()))]
    done = subprocess.run(verify, capture_output=True, text=True)
    about = [line for line in done.stderr.splitlines() if "tarockclub" in line]
    assert (done.returncode, about) == (0, []), done.stderr


@pytest.fixture
def told() -> Iterator[tuple[int, list[dict[str, str]]]]:
    """Stands for the program, and keeps what it was told of each visitor."""
    heard: list[dict[str, str]] = []

    class Program(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            heard.append(dict(self.headers))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *about: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer((HOST, 0), Program)
    Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_port, heard
    server.shutdown()
    server.server_close()


@pytest.mark.skipif(nginx is None, reason="nginx is not installed")
def test_nginx_tells_the_program_who_asks_whatever_the_visitor_says(
    root: Path, tmp_path: Path, told: tuple[int, list[dict[str, str]]]
) -> None:
    assert nginx is not None
    port, (program, heard) = free_port(), told
    asked = (
        "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=tarock.example.org"
    )
    files = "-keyout privkey.pem -out fullchain.pem"
    command = ["openssl", *asked.split(), *files.split()]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    text = (root / DEPLOY / "nginx.conf").read_text()
    text = text.replace("/etc/letsencrypt/live/tarock.example.org", str(tmp_path))
    text = re.sub(r"listen \[::\][^;]*;", "", text).replace("listen 80;", f"listen {HOST}:{free_port()};")
    text = text.replace("listen 443", f"listen {HOST}:{port}").replace("127.0.0.1:8000", f"{HOST}:{program}")
    settings = tmp_path / "nginx.conf"
    folders = "".join(
        f"{one}_temp_path {tmp_path};" for one in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;" if os.getuid() == 0 else ""
    settings.write_text(
        f"{user} pid {tmp_path}/pid; error_log {tmp_path}/log; daemon off; master_process off;\n"
        f"events {{}} http {{ access_log off; {folders}\n{text}\n}}"
    )
    nginx_here = [nginx, "-p", str(tmp_path), "-e", str(tmp_path / "log"), "-c", str(settings)]
    checked = subprocess.run([*nginx_here, "-t"], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr
    running = subprocess.Popen(nginx_here, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        trusting = ssl.create_default_context(cafile=tmp_path / "fullchain.pem")
        trusting.check_hostname = False
        assert asked_of(port, trusting) == 204
    finally:
        running.terminate()
        running.wait(20)
    assert heard[0]["X-Forwarded-For"] == HOST
    assert heard[0]["X-Forwarded-Proto"] == "https"
    assert heard[0]["Host"] == "tarock.example.org"


def asked_of(port: int, trusting: ssl.SSLContext) -> int:
    for _ in range(500):
        connection = http.client.HTTPSConnection(HOST, port, timeout=30, context=trusting)
        lie = {"Host": "tarock.example.org", "X-Forwarded-For": "192.0.2.1", "X-Forwarded-Proto": "http"}
        try:
            connection.request("GET", "/", headers=lie)
            return connection.getresponse().status
        except ConnectionRefusedError:
            time.sleep(0.02)
        finally:
            connection.close()
    raise AssertionError("nginx does not answer")
