"""Passwords as they were hashed before Argon2, but quickly."""

from django.contrib.auth.hashers import PBKDF2PasswordHasher


class QuickPBKDF2(PBKDF2PasswordHasher):
    """One turn instead of a million."""

    iterations = 1
