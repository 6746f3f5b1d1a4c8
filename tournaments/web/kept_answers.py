"""Caches for public pages: one answer for all visitors until something changes."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, TypeVar

T = TypeVar("T")


@dataclass
class CachedValue:
    """A cached value and its tag; the lock is held while the value is made."""

    tag: str = ""
    value: Any = None
    lock: Lock = field(default_factory=Lock)


class TagCache:
    """A cache of one value, valid as long as its tag is the same.

    While somebody's is being made, the others wait for it: the hands of the tables come first.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.made: OrderedDict[Hashable, CachedValue] = OrderedDict()
        self.lock = Lock()

    def get(self, key: Hashable, tag: str, make: Callable[[], T]) -> T:
        """Return the value for this tag, made if needed; where making fails, keep the earlier one."""
        with self.lock:
            entry = self.made.setdefault(key, CachedValue())
            self.made.move_to_end(key)
            if len(self.made) > self.most:
                self.made.popitem(last=False)
        with entry.lock:
            if entry.tag != tag:
                try:
                    entry.value, entry.tag = make(), tag
                finally:
                    if not entry.tag:  # nothing was there, and nothing of it stays
                        self.made.pop(key, None)
            value: T = entry.value
        return value


PAGE_CACHE = TagCache(400)  # of public pages of tournaments
SERIES_CACHE = TagCache(200)
