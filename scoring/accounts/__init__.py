"""Accounts, clubs and their members: who is who, and who may what."""
