"""The files for servers in front of the program: understood by them, and true to what the program takes."""

import http.client
import os
import re
import shutil
import ssl
import subprocess
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import closing, contextmanager
from email.utils import parsedate_to_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from types import MappingProxyType

import pytest

from scoring.web.uploads import MOST_OF_A_CLUB
from tarockclub import worker
from tests.support.races.processes import HOST, free_port, listens
from tests.support.visitors import BRIEFLY
from tests.support.waiting import wait_for

DEPLOY = Path("tarockclub/deploy")
SIZE = re.compile(r"(?:client_max_body_size|max_size) (\d+)(?:m;|MB)")
NAME = "tarock.example.org"


@pytest.mark.parametrize("name", ["nginx.conf", "Caddyfile"])
def test_what_they_let_through_is_what_the_program_takes(root: Path, name: str) -> None:
    sizes = {int(size) * 1_000_000 for size in SIZE.findall((root / DEPLOY / name).read_text())}
    assert sizes == {worker.MOST_OF_A_BODY, MOST_OF_A_CLUB}


def test_systemd_understands_the_units(root: Path, tmp_path: Path) -> None:
    """But for where the program lies on a server, which is not here."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed; `make everything` installs it where it may.")
    units = sorted(path for path in (root / DEPLOY).iterdir() if path.suffix in (".service", ".timer"))
    assert [unit.name for unit in units if unit.suffix != ".timer"] == [
        "tarockclub-backup.service",
        "tarockclub.service",
    ]
    for unit in units:
        text = unit.read_text().replace("/opt/tarockclub/bin/tarockclub", shutil.which("true") or "")
        (tmp_path / unit.name).write_text(text)
    verify = ["systemd-analyze", "verify", "--man=no", *map(str, sorted(tmp_path.iterdir()))]
    done = subprocess.run(verify, capture_output=True, text=True)
    about = [line for line in done.stderr.splitlines() if "tarockclub" in line]
    assert (done.returncode, about) == (0, []), done.stderr
    for unit in (unit for unit in units if unit.suffix == ".service"):
        judge = ["systemd-analyze", "security", "--offline=true", "--threshold=40", str(tmp_path / unit.name)]
        judged = subprocess.run(judge, capture_output=True, text=True)
        assert judged.returncode == 0, judged.stdout  # exposed by at most 4.0 of 10


@pytest.fixture
def enough() -> Event:
    """Until then the program keeps whoever asks for what is slow."""
    return Event()


@pytest.fixture
def told(enough: Event) -> Iterator[tuple[int, list[dict[str, str]]]]:
    """Stands for the program, and keeps what it was told of each visitor."""
    heard: list[dict[str, str]] = []

    class Program(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            heard.append(dict(self.headers))
            if self.path == "/slow/":
                enough.wait()
            self.send_response(204)
            if self.path.startswith("/tournaments/"):
                self.send_header("Cache-Control", "public, max-age=0, s-maxage=4")
                self.send_header("Server-Now", "1")
            self.end_headers()

        def log_message(self, *about: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer((HOST, 0), Program)
    Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_port, heard
    server.shutdown()
    server.server_close()


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """The folder of a certificate for the name in the files, and its key."""
    asked = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1"
    of_whom = f"-subj /CN={NAME} -addext subjectAltName=DNS:{NAME}"
    files = "-keyout privkey.pem -out fullchain.pem"
    command = ["openssl", *asked.split(), *of_whom.split(), *files.split()]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    return tmp_path


def nginx_there(text: str, there: Path, port: int, program: int) -> list[str]:
    """Write its file as it would be without a system around it, and return what begins it."""
    text = text.replace(f"/etc/letsencrypt/live/{NAME}", str(there))
    text = text.replace("/var/lib/nginx", str(there))
    while (plain := free_port()) == port:
        pass  # nobody listens on it yet: it may be given away twice
    text = re.sub(r"listen \[::\][^;]*;", "", text).replace("listen 80;", f"listen {HOST}:{plain};")
    text = text.replace("listen 443", f"listen {HOST}:{port}").replace("127.0.0.1:8000", f"{HOST}:{program}")
    temporary = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    folders = "".join(f"{name}_temp_path {there};" for name in temporary)
    user = "user root;" if os.getuid() == 0 else ""
    (there / "nginx.conf").write_text(
        f"{user} pid {there}/pid; error_log {there}/log; daemon off; master_process off;\n"
        f"events {{}} http {{ access_log off; {folders}\n{text}\n}}"
    )
    return ["nginx", "-p", str(there), "-e", str(there / "log"), "-c", str(there / "nginx.conf")]


def caddy_there(text: str, there: Path, port: int, program: int) -> list[str]:
    """Do the same for Caddy, which would fetch a certificate of its own."""
    own = f"https://{NAME}:{port} {{\n\tbind {HOST}\n\ttls fullchain.pem privkey.pem\n"
    text = text.replace(f"{NAME} {{\n", own).replace("127.0.0.1:8000", f"{HOST}:{program}")
    text = text.replace("{\n\tservers {", "{\n\tadmin off\n\tauto_https disable_redirects\n\tservers {")
    (there / "Caddyfile").write_text(text)
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(there / "Caddyfile")]


@contextmanager
def begun(command: str, words: list[str], certificate: Path, port: int) -> Iterator[ssl.SSLContext]:
    """Begin a server in front, and give what trusts its certificate."""
    with (certificate / "said").open("w+") as said:
        surroundings = {**os.environ, "HOME": str(certificate)}
        running = subprocess.Popen(
            [command, *words], cwd=certificate, env=surroundings, stdout=said, stderr=said
        )
        try:
            wait_for(
                lambda: listens(port),
                lambda: "" if running.poll() is None else (certificate / "said").read_text(),
            )
            yield ssl.create_default_context(cafile=certificate / "fullchain.pem")
        finally:
            running.terminate()
            running.wait(20)


def test_nginx_asks_once_for_what_may_be_kept_and_says_what_time_it_is(
    root: Path, certificate: Path, told: tuple[int, list[dict[str, str]]]
) -> None:
    """Who brings a cookie, and what is not published, goes past the cache with the tag of what they have."""
    port, (program, heard) = free_port(), told
    command = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    if command is None:
        pytest.skip("nginx is not installed; `make everything` installs it where it may.")
    _, *words = nginx_there((root / DEPLOY / "nginx.conf").read_text(), certificate, port, program)
    with begun(command, words, certificate, port) as trusting:
        for path in BRIEFLY:
            public = f"/tournaments/a7/{path}"
            told_at = [asked_of(port, trusting, public).headers for _ in range(3)]
            assert told_at[0]["Server-Now"] == "1", path
            for headers in told_at[1:]:  # by the clock of nginx, which is the machine's
                day = parsedate_to_datetime(headers["Date"]).timestamp()
                assert abs(int(headers["Server-Now"]) / 1000 - day) < 60, path
        assert len(heard) == len(BRIEFLY)
        heard.clear()
        signed_in, tag = {"Cookie": "sessionid=1"}, {"If-None-Match": '"a"'}
        past = [
            ("/tournaments/a7/pulse/", signed_in),
            ("/tournaments/a7/clock/", {}),
            ("/sheets/1/live/", {}),
        ]
        for path, cookie in past:
            for _ in range(2):
                asked_of(port, trusting, path, cookie | tag)
    assert [about["If-None-Match"] for about in heard] == ['"a"'] * 2 * len(past)


def test_nginx_has_a_page_for_whoever_is_one_too_many_from_an_address(
    root: Path, certificate: Path, told: tuple[int, list[dict[str, str]]], enough: Event
) -> None:
    port, (program, _heard) = free_port(), told
    command = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    if command is None:
        pytest.skip("nginx is not installed; `make everything` installs it where it may.")
    _, *words = nginx_there((root / DEPLOY / "nginx.conf").read_text(), certificate, port, program)
    with begun(command, words, certificate, port) as trusting, ThreadPoolExecutor(70) as spectators:
        asked = [spectators.submit(asked_of, port, trusting, "/slow/") for _ in range(70)]
        turned_away = next(as_completed(asked)).result()
        enough.set()
    assert turned_away.status == 429
    assert {one.result().status for one in asked} == {204, 429}
    assert turned_away.headers["Content-Type"] == "text/html; charset=utf-8"
    assert turned_away.headers["Retry-After"] == "5"


def test_nginx_speaks_tls_1_2_and_1_3_alone(root: Path) -> None:
    assert re.findall(r"ssl_protocols (.*);", (root / DEPLOY / "nginx.conf").read_text()) == [
        "TLSv1.2 TLSv1.3"
    ]


def test_nginx_answers_only_so_many_requests_without_a_cookie(
    root: Path, certificate: Path, told: tuple[int, list[dict[str, str]]]
) -> None:
    port, (program, _heard) = free_port(), told
    command = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    if command is None:
        pytest.skip("nginx is not installed; `make everything` installs it where it may.")
    text = (root / DEPLOY / "nginx.conf").read_text()
    slow = text.replace("rate=50r/s", "rate=1r/m").replace("burst=200", "burst=2")
    assert slow != text
    _, *words = nginx_there(slow, certificate, port, program)
    with begun(command, words, certificate, port) as trusting:
        without = [asked_of(port, trusting, "/rules/").status for _ in range(5)]
        assert without == [204, 204, 204, 429, 429]
        assert {asked_of(port, trusting, "/rules/", {"Cookie": "a=b"}).status for _ in range(5)} == {204}


@pytest.mark.parametrize(("file", "there"), [("nginx.conf", nginx_there), ("Caddyfile", caddy_there)])
def test_a_server_in_front_tells_the_program_who_asks_whatever_the_visitor_says(
    root: Path,
    certificate: Path,
    told: tuple[int, list[dict[str, str]]],
    file: str,
    there: Callable[[str, Path, int, int], list[str]],
) -> None:
    port, (program, heard) = free_port(), told
    name, *words = there((root / DEPLOY / file).read_text(), certificate, port, program)
    command = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin")
    if command is None:
        pytest.skip(f"{name} is not installed; `make everything` installs it where it may.")
    with begun(command, words, certificate, port) as trusting:
        assert asked_of(port, trusting).status == 204
    assert heard[0]["X-Forwarded-For"] == HOST
    assert heard[0]["X-Forwarded-Proto"] == "https"
    assert heard[0]["Host"] == NAME


def asked_of(
    port: int, trusting: ssl.SSLContext, path: str = "/", further: Mapping[str, str] = MappingProxyType({})
) -> http.client.HTTPResponse:
    """Ask as a visitor who lies about where it comes from."""
    lie = {**further, "Host": NAME, "X-Forwarded-For": "192.0.2.1", "X-Forwarded-Proto": "http"}
    with closing(http.client.HTTPConnection(HOST, port, timeout=30)) as connection:
        connection.connect()
        connection.sock = trusting.wrap_socket(connection.sock, server_hostname=NAME)
        connection.request("GET", path, headers=lie)
        answer = connection.getresponse()
        answer.read()
        return answer
