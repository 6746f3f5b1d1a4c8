"""Declarations of the engine: words and keys as TOML, read once while the module beside them is loaded.

The only module of the engine that opens files, and only these, which belong to the program.
"""

import tomllib
from importlib.resources import files
from typing import Any


def declared(module: str) -> dict[str, Any]:
    """Return the declarations beside a module, from the TOML file of its name.

    >>> declared("scoring.engine.options")["radl_doubles"]["values"]["all"]["label"]
    ['alles', 'everything']
    """
    folder, _dot, name = module.rpartition(".")
    return tomllib.loads((files(folder) / f"{name}.toml").read_text(encoding="utf-8"))
