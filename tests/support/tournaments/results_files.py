"""Files of results that were kept: good ones, and what spoils them at one place."""

from __future__ import annotations

import json
import tomllib
from typing import Any

from tests.support.checkout import ROOT

EXAMPLES = ROOT / "examples"  # also for whoever writes another program
LISTS = ROOT / "tests" / "tournaments" / "results_file"
KEPT = sorted({*EXAMPLES.glob("*.json")} - {*EXAMPLES.glob("wrong-*"), EXAMPLES / "verdicts.json"})
SEEDS = tomllib.loads((LISTS / "seeds.toml").read_text())  # good ones that are made when tested
DEFECTS = tomllib.loads((LISTS / "defects.toml").read_text())


def good(name: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((EXAMPLES / f"{name}.json").read_text())
    return document


def content(document: dict[str, Any]) -> bytes:
    return json.dumps(document, ensure_ascii=False).encode()


def spoiled(defect: dict[str, Any]) -> dict[str, Any]:
    document = holder = good(defect["file"])
    *way, last = defect["at"].split(".")
    for key in way:
        at_key = next(iter(holder)) if key == "*" else key
        holder = holder[int(key)] if isinstance(holder, list) else holder[at_key]
    at: Any = int(last) if isinstance(holder, list) else last
    if "append" in defect:
        holder.append(defect["append"])
    elif "twice" in defect:
        holder.insert(at, holder[at])
    elif "reverse" in defect:
        holder[at].reverse()
    elif "swap" in defect:
        holder[at] = holder[at].replace(*defect["swap"])
    elif "put" in defect:
        holder[at] = defect["put"]
    else:
        del holder[at]
    return document
