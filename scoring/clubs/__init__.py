"""Accounts and signing in; a club's first page, its members, settings and log."""
