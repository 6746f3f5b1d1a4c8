"""Firefox, WebKitGTK and WPE as Debian has them, driven by the commands of the W3C's WebDriver.

Playwright would bring browsers of its own. Firefox understands the commands by itself, over a socket;
for WebKit a program beside it does, by HTTP.
"""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import signal
import socket
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import date
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self

import pytest

from tests.support.races.processes import HOST, free_port, listens
from tests.support.waiting import wait_for

SIZE = (390, 844)
PATIENCE = 60  # seconds
AGAIN = (
    "element click intercepted",
    "element not interactable",
    "stale element reference",
)  # it was drawn anew
ENTER, RIGHT = "\ue007", "\ue014"
Found = dict[str, str]  # an element of the page


class DriverError(Exception):
    """The browser could not do it."""

    def __init__(self, answer: dict[str, str]) -> None:
        super().__init__(f"{answer['error']}: {answer.get('message', '')}")
        self.error = answer["error"]


class Driven(ABC):
    """A browser with one page."""

    needs: tuple[str, ...]  # programs

    def __init__(self, folder: Path, server: str = "") -> None:
        """Start it; what it keeps lies in the folder, and addresses without a server are of this one."""
        self.folder, self.server = folder, server
        self.log = folder / "browser.log"
        self.port = free_port()
        self.processes: list[subprocess.Popen[bytes]] = []
        try:
            self.start()
        except BaseException:
            self.close()
            raise

    @classmethod
    def is_installed(cls) -> bool:
        return all(shutil.which(name) for name in cls.needs)

    @classmethod
    @contextmanager
    def opened(cls, server: str = "") -> Iterator[Self]:
        with TemporaryDirectory(prefix="browser-", ignore_cleanup_errors=True) as folder:
            browser = cls(Path(folder), server)
            try:
                yield browser
            finally:
                browser.close()

    @abstractmethod
    def start(self) -> None: ...

    @abstractmethod
    def ask(self, command: str, **about: Any) -> Any: ...

    @abstractmethod
    def complaints(self) -> list[str]:
        """Return the errors that its console shows."""

    def begin(self, *command: str, **environment: str) -> None:
        """Start a program in a group of its own, which waits on the port."""
        home = {"HOME": str(self.folder), "LANG": "C.UTF-8", "LANGUAGE": "de_AT:de"}
        home |= {f"XDG_{name}_HOME": str(self.folder / name) for name in ("DATA", "CACHE", "CONFIG")}
        with self.log.open("ab") as log:
            process = subprocess.Popen(
                command,
                env=os.environ | home | environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self.processes.append(process)
        wait_for(
            lambda: listens(self.port),
            lambda: "" if process.poll() is None else self.log.read_text(errors="replace"),
        )

    def close(self) -> None:
        for process in reversed(self.processes):
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()

    def goto(self, address: str) -> None:
        self.ask("Navigate", url=self.server + address if address.startswith("/") else address)

    @property
    def url(self) -> str:
        return str(self.ask("GetCurrentURL"))

    def run(self, script: str, *about: Any) -> Any:
        """Return the result of a function's body run in the page."""
        return self.ask("ExecuteScript", script=script, args=list(about))

    def until(self, script: str, *about: Any, seconds: float = PATIENCE) -> Any:
        """Wait until the function's result is true, and return it."""
        problem = ""

        def look() -> Any:
            nonlocal problem
            try:
                return self.run(script, *about)
            except DriverError as error:  # the page was left meanwhile
                problem = str(error)
            return None

        try:
            return wait_for(look, patience=seconds)
        except TimeoutError:
            raise TimeoutError(f"{script} {about} at {self.url}\n{problem}") from None

    def click(self, found: Found) -> None:
        self.ask("ElementClick", id=next(iter(found.values())))

    def tap(self, script: str, *about: Any, seconds: float = PATIENCE) -> None:
        """Click on the element that the script finds."""

        def is_clicked() -> bool:
            found: Found = self.until(script, *about, seconds=seconds)
            try:
                self.click(found)
                return True
            except DriverError as error:
                if error.error not in AGAIN:
                    raise
            with suppress(DriverError):  # it lay below what sticks to an edge of the screen
                self.run("arguments[0].scrollIntoView({ block: 'center' })", found)
            return False

        wait_for(is_clicked, patience=seconds)

    def type(self, text: str) -> None:
        """Type where the cursor is."""
        found: Found = self.until(
            "return document.activeElement !== document.body && document.activeElement || null"
        )
        self.ask("ElementSendKeys", id=next(iter(found.values())), text=text)

    def type_day(self, day: date) -> None:
        self.type(day.isoformat())

    def keep_cookie(self, name: str, value: str) -> None:
        """Of the page that is open."""
        self.ask("AddCookie", cookie={"name": name, "value": value})

    def printed(self) -> list[str] | None:
        """Return the text of each page on A4; None where the browser's driver cannot print, as WebKit's."""
        return None


class Firefox(Driven):
    """By Marionette."""

    needs = ("firefox-esr",)
    quiet = {  # asks nobody, and fetches nothing of its own
        "intl.accept_languages": "de-AT,de",
        "datareporting.policy.dataSubmissionEnabled": False,
        "browser.aboutwelcome.enabled": False,
        "browser.shell.checkDefaultBrowser": False,
        "network.captive-portal-service.enabled": False,
        "network.connectivity-service.enabled": False,
        "services.settings.server": "data:,",
        "browser.safebrowsing.downloads.remote.enabled": False,
    }

    def start(self) -> None:
        settings = {"marionette.port": self.port, **self.quiet}
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in settings.items()]
        (self.folder / "user.js").write_text("\n".join(lines))
        sandbox = {"MOZ_DISABLE_CONTENT_SANDBOX": "1"} if os.getuid() == 0 else {}
        options = ("--marionette", "--remote-allow-system-access", "--headless", "--no-remote")
        self.begin("firefox-esr", *options, "--profile", str(self.folder), **sandbox)
        self.socket = socket.create_connection((HOST, self.port), 120)
        self.answers = self.socket.makefile("rb")
        self._read()
        self.ask("NewSession")
        self._in_browser(PHONE_SIZE, *SIZE)

    def ask(self, command: str, **about: Any) -> Any:
        kind = "Marionette" if command == "SetContext" else "WebDriver"
        text = json.dumps([0, 0, f"{kind}:{command}", about]).encode()
        self.socket.sendall(b"%d:%s" % (len(text), text))
        _kind, _number, error, result = self._read()
        if error:
            raise DriverError(error)
        return result["value"] if isinstance(result, dict) and set(result) == {"value"} else result

    def _read(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            letter = self.answers.read(1)
            assert letter, "Firefox is gone"
            length += letter
        return json.loads(self.answers.read(int(length[:-1])))

    def _in_browser(self, script: str, *about: Any) -> Any:
        """Run this with the rights of the browser itself."""
        self.ask("SetContext", value="chrome")
        try:
            return self.run(script, *about)
        finally:
            self.ask("SetContext", value="content")

    def close(self) -> None:
        if hasattr(self, "socket"):
            self.answers.close()
            self.socket.close()
        super().close()

    def complaints(self) -> list[str]:
        return list(self._in_browser(ERRORS, self.server))

    def printed(self) -> list[str]:
        paper = self.folder / "page.pdf"
        paper.write_bytes(base64.b64decode(self.ask("Print", page={"width": 21, "height": 29.7})))
        text = subprocess.check_output(["pdftotext", "-layout", paper, "-"], text=True)
        return text.rstrip("\f").split("\f")


PHONE_SIZE = """
const [width, height] = arguments;
const { style, browsingContext } = gBrowser.selectedBrowser;
for (const bound of ["min-", "max-", ""]) {
    style.setProperty(`${bound}width`, `${width}px`, "important");
    style.setProperty(`${bound}height`, `${height}px`, "important");
}
window.resizeTo(Math.max(width, 500), height + 120);
browsingContext.touchEventsOverride = "enabled";
"""
ERRORS = """
const found = Services.console.getMessageArray().flatMap((message) => {
    try {
        message.QueryInterface(Ci.nsIScriptError);
    } catch {
        return [];
    }
    const { sourceName, lineNumber, errorMessage, flags } = message;
    const isOurs = sourceName.startsWith(arguments[0]) && !(flags & Ci.nsIScriptError.warningFlag);
    return isOurs ? [`${sourceName}:${lineNumber}: ${errorMessage}`] : [];
});
Services.console.reset();
return found;
"""


class WebDriver(Driven):
    """By a program that starts the browser and speaks to it."""

    options: str  # the name under which that is told what to start
    browser: tuple[str, ...]
    session = ""
    paths = {
        "AddCookie": "POST /cookie",
        "ElementClick": "POST /element/{id}/click",
        "ElementSendKeys": "POST /element/{id}/value",
        "ExecuteScript": "POST /execute/sync",
        "GetCurrentURL": "GET /url",
        "Navigate": "POST /url",
    }

    def begin_session(self, **environment: str) -> None:
        self.begin(self.needs[0], f"--port={self.port}", f"--host={HOST}", **environment)
        noted = ["-c", f'exec "$@" >> "{self.log}" 2>&1', "sh", *self.browser]  # else nobody hears of errors
        wanted = {self.options: {"binary": "/bin/sh", "args": noted}}
        begun = self._request("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self.session = f"/session/{begun['sessionId']}"

    def ask(self, command: str, **about: Any) -> Any:
        method, path = self.paths[command].split()
        return self._request(method, self.session + path.format_map(about), about)

    def _request(self, method: str, path: str, about: dict[str, Any]) -> Any:
        connection = HTTPConnection(HOST, self.port, timeout=120)
        connection.request(method, path, json.dumps(about) if method == "POST" else None)
        answer = connection.getresponse()
        value = json.load(answer)["value"]
        connection.close()
        if answer.status != 200:
            raise DriverError(value)
        return value

    def type_day(self, day: date) -> None:
        """Type a day part by part, as Austrians see it, where the field has parts."""
        if self.run("return document.activeElement.type === 'date'"):
            self.type(f"{day:%d{RIGHT}%m{RIGHT}%Y}")
        else:
            super().type_day(day)

    def complaints(self) -> list[str]:
        lines = re.findall(r".* CONSOLE .*ERROR .*", self.log.read_text(errors="replace"))
        return [line for line in lines if LEFT not in line]

    def close(self) -> None:
        if self.session:
            with suppress(DriverError, OSError):
                self._request("DELETE", self.session, {})
        super().close()


# What WebKit says of a request that came to nothing because the page was left, or the server was gone.
LEFT = "due to access control checks"


class WebKit(WebDriver):
    """WebKitGTK, about today's Safari; on a screen that nobody sees."""

    needs = ("WebKitWebDriver", "Xvfb")
    options = "webkitgtk:browserOptions"
    python = "/usr/bin/python3"
    browser = (python, str(Path(__file__).with_name("webkit_window.py")), *map(str, SIZE))

    @classmethod
    def is_installed(cls) -> bool:
        known = [cls.python, "-c", "import gi; gi.require_version('WebKit2', '4.1')"]
        return super().is_installed() and not subprocess.run(known, capture_output=True).returncode

    def start(self) -> None:
        reading, writing = os.pipe()
        screen = ("-displayfd", str(writing), "-screen", "0", "1400x1000x24", "-nolisten", "tcp")
        self.processes.append(
            subprocess.Popen(
                ["Xvfb", *screen], pass_fds=[writing], stderr=subprocess.DEVNULL, start_new_session=True
            )
        )
        os.close(writing)
        with os.fdopen(reading) as line:
            display = f":{line.readline().strip()}"
        self.begin_session(DISPLAY=display, GDK_BACKEND="x11", WEBKIT_DISABLE_DMABUF_RENDERER="1")


class OldWebKit(WebDriver):
    """WPE, about Safari 16.0; without a screen, and enlarged until its 800 pixels are as wide as a phone."""

    needs = ("WPEWebDriver", "cog")
    options = "wpe:browserOptions"
    browser = ("/usr/bin/cog", "--automation", "--platform=headless", "--scale=2.05")

    def start(self) -> None:
        self.begin_session()

    def click(self, found: Found) -> None:
        """By a script: what is enlarged its driver misses."""
        self.run("arguments[0].focus(); arguments[0].click()", found)


BROWSERS: dict[str, type[Driven]] = {"Firefox": Firefox, "WebKit": WebKit, "old WebKit": OldWebKit}

# Scripts that find something.
BUTTON = r"""
const [within, words] = arguments;
const text = one => one.getAttribute("aria-label") || one.innerText || one.value || "";
const name = one => text(one).replace(/\s+/g, " ").trim();
return [...document.querySelectorAll(within)].find(
    one => one.getClientRects().length && !one.disabled && new RegExp(words).test(name(one))
) || null;
"""
AT_THE_TABLE = "return document.querySelectorAll('#declarer-0 button').length > 3"


@pytest.fixture(params=BROWSERS)
def other_browser(request: pytest.FixtureRequest) -> Iterator[Driven]:
    """Each of them, with nothing in it."""
    kind = BROWSERS[request.param]
    if not kind.is_installed():
        pytest.skip(f"{request.param} is not installed; `make test` installs it where it may.")
    with kind.opened() as browser:
        yield browser
