"""Spreadsheets behind a password, and those of an old Excel, as far as a reader gets without the password."""

import struct
import zipfile
from collections.abc import Sequence
from io import BytesIO

SECTOR = 512
END_OF_CHAIN, FREE, OF_SECTORS = 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFD


def compound(streams: Sequence[str]) -> bytes:
    """Return a compound file with these streams, all of them empty: a header, its sectors, its directory."""
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16)
    header += struct.pack(
        "<5H6x9I", 0x3E, 3, 0xFFFE, 9, 6, 0, 1, 1, 0, 4096, END_OF_CHAIN, 0, END_OF_CHAIN, 0
    )
    sectors = [OF_SECTORS, END_OF_CHAIN, *[FREE] * (SECTOR // 4 - 2)]
    kinds = [("Root Entry", 5), *((name, 2) for name in streams)]
    directory = b"".join(
        struct.pack(
            *("<64sHBB3I36xIQ", name.encode("utf-16-le"), 2 * len(name) + 2, kind, 1, FREE, FREE),
            *(1 if kind == 5 else FREE, END_OF_CHAIN, 0),
        )
        for name, kind in kinds
    )
    found = header + struct.pack("<I", 0) + struct.pack("<I", FREE) * 108
    found += struct.pack(f"<{len(sectors)}I", *sectors) + directory
    return found.ljust(-(-len(found) // SECTOR) * SECTOR, b"\0")


def _packed(parts: dict[str, bytes]) -> bytes:
    file = BytesIO()
    with zipfile.ZipFile(file, "w") as packed:
        for name, content in parts.items():
            packed.writestr(name, content)
    return file.getvalue()


TYPE = b"application/vnd.oasis.opendocument.spreadsheet"
LOCKED = b'<manifest:file-entry full-path="content.xml"><manifest:encryption-data/></manifest:file-entry>'
OLD_XLS = compound(["Workbook", "\x05SummaryInformation"])
PROTECTED = {
    "xlsx": compound(["EncryptedPackage", "\x06DataSpaces", "EncryptionInfo"]),
    "ods": _packed(
        {
            "mimetype": TYPE,
            "content.xml": bytes(range(256)),
            "META-INF/manifest.xml": b"<manifest:manifest>" + LOCKED + b"</manifest:manifest>",
        }
    ),
    "ods of today": _packed({"mimetype": TYPE, "encrypted-package": bytes(range(256))}),
}
