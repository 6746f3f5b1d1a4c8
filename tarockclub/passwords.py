"""How passwords are hashed: Argon2id, with 19 MiB and two passes as OWASP recommends."""

from threading import Lock

from django.contrib.auth.hashers import Argon2PasswordHasher

_memory = Lock()


class OneAtATime(Argon2PasswordHasher):
    """Argon2 in little memory; a process hashes one password after the other."""

    time_cost = 2
    memory_cost = 19_456  # KiB
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        """Hash a password."""
        with _memory:
            return str(super().encode(password, salt))

    def verify(self, password: str, encoded: str) -> bool:
        """Return whether this is the password."""
        with _memory:
            return bool(super().verify(password, encoded))
