"""What phones load to settle without network: pinned, built once at set-up, absent without harm."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import brotli
import pytest

from tarockclub.phone_engine import PARTS, PhoneEngine, building, phone_engine

WASM, MODULE = b"\0asm and much more of it" * 50, b"export const loadPyodide = null;\n"


class Node:
    """Instead of Node and npm: what was asked of them, and files that they would have made."""

    def __init__(self, *, works: bool = True) -> None:
        self.works = works
        self.asked: list[str] = []

    def __call__(self, command: list[str], folder: str | None = None) -> str:
        self.asked.append(command[1])
        if not self.works:
            raise building.CannotBuild("npm error code ENOTFOUND")
        if folder is not None:
            runtime = Path(folder, "node_modules", "pyodide")
            runtime.mkdir(parents=True)
            for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide-lock.json"):
                (runtime / name).write_bytes(MODULE)
            (runtime / "pyodide.asm.wasm").write_bytes(WASM)
        else:
            for name in ("library.zip", "engine.zip"):
                Path(command[-1], name).write_bytes(name.encode() * 50)
        return ""


@pytest.fixture
def node(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Node:
    node = Node()
    monkeypatch.setattr(building, "_run", node)
    monkeypatch.setattr(building, "_node", lambda: (["node"], ["npm"]))
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
    building.main()
    parts, sent = built(folder), 0
    assert {f"{parts.runtime}/pyodide.asm.wasm", parts.library, parts.engine} < set(parts.files)
    for name in parts.files:
        assert re.search(r"\.[0-9a-f]{12}[./]", name)
        content, compressed = (folder / name).read_bytes(), (folder / f"{name}.br").read_bytes()
        assert brotli.decompress(compressed) == content
        assert gzip.decompress((folder / f"{name}.gz").read_bytes()) == content
        sent += len(compressed)
    assert parts.size == sent
    assert (folder / parts.runtime / "pyodide.asm.wasm").read_bytes() == WASM


def test_what_is_there_is_not_built_again(node: Node, folder: Path, tmp_path: Path) -> None:
    building.main()
    asked = list(node.asked)
    assert asked == ["ci", str(building.HERE / "cut.mjs")]
    building.main()
    building.build(tmp_path / "elsewhere")  # another folder of the same installation
    assert node.asked == asked
    assert built(tmp_path / "elsewhere") == built(folder)


def test_an_engine_that_was_changed_is_built_anew_without_a_registry(
    node: Node, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    building.main()
    (folder / "engine.0123456789ab.zip").write_bytes(b"an earlier one")
    monkeypatch.setattr(building, "made_of", lambda: "of something else")
    building.main()
    assert node.asked.count("ci") == 1
    assert built(folder).made_of == "of something else"
    assert not (folder / "engine.0123456789ab.zip").exists()


def test_where_it_cannot_be_had_it_says_so_and_leaves_no_older_engine(
    node: Node, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    building.main()
    node.works = False
    monkeypatch.setattr(building, "made_of", lambda: "of something else")
    building.main()
    assert capsys.readouterr().err == (
        "The engine for phones could not be had; everything else goes on.\nnpm error code ENOTFOUND\n"
    )
    assert phone_engine(folder) is None
    assert not (folder / PARTS).exists()
