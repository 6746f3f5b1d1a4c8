"""`manage.py changepassword`: Django's command, with a help like all others."""

from django.contrib.auth.management.commands import changepassword

from scoring.management.base import ClubCommand


class Command(ClubCommand, changepassword.Command):
    """Ask for a new password for an account, twice."""
