"""Encrypt secrets and copies with ENCRYPTION_KEY, which is not stored; without a key, leave them plain.

AES-256-GCM, which also finds what was changed. Each purpose has a key of its own. What an earlier key of
ENCRYPTION_KEY_FALLBACKS encrypted can be read; what is written anew is encrypted with today's.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from hmac import digest
from pathlib import Path
from typing import BinaryIO

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings

NONCE = 12  # bytes before each piece
TAG = 16  # bytes behind it
PIECE = 1 << 20  # bytes of a file that are encrypted together
BEGINS_WITH = b"Tarockclub encrypted copy 1\n"


class WrongKey(Exception):
    """It was encrypted with another ENCRYPTION_KEY, or changed since."""


def has_key() -> bool:
    """Return whether there is a key to encrypt with."""
    return bool(settings.ENCRYPTION_KEY)


def lacks_key(file: Path) -> bool:
    """Return whether a file is encrypted, and there is no key at all to decrypt it with."""
    has_any = settings.ENCRYPTION_KEY or settings.ENCRYPTION_KEY_FALLBACKS
    return file.is_file() and is_encrypted(file) and not has_any


def encrypted(plain: bytes, purpose: str, subject: str) -> bytes:
    """Return encrypted bytes that can be decrypted only for this purpose and subject."""
    nonce = os.urandom(NONCE)
    return nonce + _cipher(settings.ENCRYPTION_KEY, purpose).encrypt(nonce, plain, subject.encode())


def decrypted(ciphertext: bytes, purpose: str, subject: str) -> bytes:
    """Return decrypted bytes."""
    for key in filter(None, (settings.ENCRYPTION_KEY, *settings.ENCRYPTION_KEY_FALLBACKS)):
        with suppress(InvalidTag, ValueError):  # the latter where it is too short
            return _cipher(key, purpose).decrypt(ciphertext[:NONCE], ciphertext[NONCE:], subject.encode())
    raise WrongKey


def encrypt_file(path: Path) -> None:
    """Encrypt a file in its place; nothing plain is left of it under its name."""
    new = path.with_name(f"{path.name}.encrypted")
    encrypt_file_into(path, new)
    new.replace(path)


def encrypt_file_into(path: Path, new: Path) -> None:
    """Write an encrypted copy of a file."""
    new.touch(mode=0o600)
    with path.open("rb") as source, new.open("wb") as target:
        target.write(BEGINS_WITH)
        for subject, piece in _pieces(source, PIECE):
            target.write(encrypted(piece, "copy", subject))
        target.flush()
        os.fsync(target.fileno())


def decrypt_file(path: Path, target: Path) -> None:
    """Write a file decrypted; fail where one of its pieces is missing or misplaced."""
    with path.open("rb") as source, target.open("wb") as plain:
        source.read(len(BEGINS_WITH))
        for subject, piece in _pieces(source, NONCE + PIECE + TAG):
            plain.write(decrypted(piece, "copy", subject))


def is_encrypted(path: Path) -> bool:
    """Return whether a file begins as an encrypted one."""
    with path.open("rb") as file:
        return file.read(len(BEGINS_WITH)) == BEGINS_WITH


def _pieces(source: BinaryIO, size: int) -> Iterator[tuple[str, bytes]]:
    """Yield the pieces of a file, each with its number, the last one marked as that."""
    number, piece = 0, source.read(size)
    while True:
        following = source.read(size)
        yield f"{number}{'' if following else ' last'}", piece
        if not following:
            return
        number, piece = number + 1, following


def _cipher(key: str, purpose: str) -> AESGCM:
    return AESGCM(digest(key.encode(), f"tarockclub {purpose}".encode(), "sha256"))
