"""Receive uploaded files: few bytes are kept, and only a club for an empty server goes to disk."""

from collections.abc import Callable
from io import BytesIO
from typing import Any, TypeVar

from django.core.files.uploadedfile import InMemoryUploadedFile
from django.core.files.uploadhandler import FileUploadHandler, StopUpload, TemporaryFileUploadHandler

from scoring.rules.importing import MOST_BYTES

MOST_OF_A_FORM = 256 * 1024  # of one without files; the longest is a fraction of it
MOST_READ = 10_000_000  # of a file; beyond that nobody listens any more
MOST_OF_A_LIST = 1_000_000
MOST_OF_RESULTS = 8_000_000  # a file of results; 400 people in three rounds take 5,000,000
RESULTS = "results"  # the field that takes a file of results
MANY_RESULTS = "many_results"  # the field that takes many of them
MOST_FILES = 40  # of results at a time
MOST_OF_MANY = 32_000_000  # of all of them together
LISTS = frozenset({"list"})  # fields that take a list of a spreadsheet; all others take rule sheets

View = TypeVar("View", bound=Callable[..., Any])


def takes_files(view: View) -> View:
    """Mark a view as receiving files, so that its forms may be as big as a file."""
    view.takes_files = True  # type: ignore[attr-defined]
    return view


class FirstBytes(FileUploadHandler):
    """Stores of a file as many bytes as its field allows and one more, with the size of the whole."""

    lists = results = 0
    room = MOST_OF_MANY

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        super().new_file(*args, **kwargs)
        self.kept, self.most = BytesIO(), MOST_BYTES
        if self.field_name in LISTS:
            self.lists += 1
            self.most = MOST_OF_A_LIST if self.lists == 1 else 0
        if self.field_name == RESULTS:
            self.results += 1
            self.most = MOST_OF_RESULTS if self.results == 1 else 0
        if self.field_name == MANY_RESULTS:
            self.most = min(MOST_OF_RESULTS, self.room)

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        if start > MOST_READ:
            raise StopUpload(connection_reset=True)
        self.kept.write(raw_data[: max(0, self.most + 1 - start)])

    def file_complete(self, file_size: int) -> InMemoryUploadedFile:
        self.room -= self.kept.tell() if self.field_name == MANY_RESULTS else 0
        self.kept.seek(0)
        return InMemoryUploadedFile(
            self.kept, self.field_name, self.file_name, self.content_type, file_size, self.charset
        )


MOST_OF_A_CLUB = 200_000_000


class WholeFile(TemporaryFileUploadHandler):
    """Stores a club's file on disk until it was looked at, if the visitor may bring one."""

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        if start > MOST_OF_A_CLUB:
            raise StopUpload(connection_reset=True)
        super().receive_data_chunk(raw_data, start)
