"""What a capability hands to the rest of the program: one frozen value, read when it is first asked for.

Each app lists its own in a literal tuple, `CAPABILITIES` of `<app>/capabilities.py`; the settings name those
modules. Nothing here knows any of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any

from django.conf import settings
from django.utils.safestring import SafeString

from scoring.models import Club, Member

DeedWords = Callable[[dict[str, Any]], str]  # of a deed's details


@dataclass(frozen=True, kw_only=True, slots=True)
class Capability:
    """One thing the program can do, with what other parts of the program ask of it."""

    urls: str = ""  # the module that says where its pages are
    words: Mapping[str, DeedWords] = field(default_factory=dict)  # of its deeds, by their verbs
    occasions: Mapping[str, Any] = field(default_factory=dict)  # `Occasion`, by the key of an evening
    # Tables whose rows are never deleted, with the columns that are never changed; empty: none of them is.
    protected: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    counted: tuple[Any, ...] = ()  # `CountedRows` that say what a club is made of
    verified: tuple[Any, ...] = ()  # `Further` wholes that are worked out again
    typed: tuple[Callable[[Club], Iterable[Any]], ...] = ()  # `StoredText` that may name somebody
    stored: tuple[Callable[[Member], Iterable[Any]], ...] = ()  # `Figures` of what is kept about a member
    feeds: tuple[Any, ...] = ()  # `Source` of days and results
    emptied: tuple[Callable[[], None], ...] = ()  # files on the server's disk that may name somebody
    handbook: tuple[Any, ...] = ()  # its `HandbookChapter`s
    on_club_page: tuple[Callable[[Club], SafeString], ...] = ()


@cache
def capabilities() -> tuple[Capability, ...]:
    """Return everything the program can do, in the order of the settings."""
    return tuple(one for module in settings.CAPABILITIES for one in import_module(module).CAPABILITIES)


def apps_with_capabilities() -> list[str]:
    """Return the labels of the apps that the program is made of."""
    return [module.partition(".")[0] for module in settings.CAPABILITIES]
