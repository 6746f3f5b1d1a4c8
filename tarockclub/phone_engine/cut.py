"""Keep what the engine needs of Python's library, compiled.

Run at set-up by the Python that phones load, which `cut.mjs` starts.
A phone compiles nothing then, and loads a quarter of the library that is published.
"""

import marshal
import sys
from collections.abc import Iterable
from importlib import import_module
from importlib.util import MAGIC_NUMBER, source_hash
from io import BytesIO
from pathlib import Path
from types import CodeType
from zipfile import ZIP_STORED, ZipFile, ZipInfo

NEVER_COMPARED = (1).to_bytes(4, "little")  # with a source: PEP 552
LIBRARY = f"/lib/python{sys.version_info[0]}{sys.version_info[1]}.zip"


def cut(sources: str, library: str, engine: str) -> None:
    """Write the engine from its sources, and the library's modules that it loads."""
    sys.path.insert(0, sources)
    with ZipFile(sources) as packed:
        for name in packed.namelist():
            if name.endswith(".py"):
                import_module(name.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
        Path(engine).write_bytes(compiled(packed, packed.namelist()))
    with ZipFile(LIBRARY) as packed:
        Path(library).write_bytes(compiled(packed, loaded() & set(packed.namelist()), bare=True))


def loaded() -> set[str]:
    """Return the library's files that were loaded, without those frozen into Python."""
    files = set()
    for module in list(sys.modules.values()):
        origin = getattr(getattr(module, "__spec__", None), "origin", None) or ""
        if origin.startswith(f"{LIBRARY}/"):
            files.add(origin.removeprefix(f"{LIBRARY}/"))
    return files


def compiled(packed: ZipFile, names: Iterable[str], *, bare: bool = False) -> bytes:
    """Return these files in one archive, modules as bytecode; if `bare`, without line numbers and docstrings.

    Nothing is compressed: whatever is sent is, and then as a whole.
    """
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_STORED) as file:
        for name in sorted(names):
            content = packed.read(name)
            if not name.endswith(".py"):
                file.writestr(ZipInfo(name), content)
                continue
            code = compile(content, name, "exec", dont_inherit=True, optimize=2 if bare else 0)
            head = MAGIC_NUMBER + NEVER_COMPARED + source_hash(content)
            file.writestr(ZipInfo(f"{name}c"), head + marshal.dumps(without_lines(code) if bare else code))
    return buffer.getvalue()


def without_lines(code: CodeType) -> CodeType:
    """Return bytecode without its line numbers, which are a seventh of it."""
    constants = (
        without_lines(constant) if isinstance(constant, CodeType) else constant for constant in code.co_consts
    )
    return code.replace(co_linetable=b"", co_consts=tuple(constants))
