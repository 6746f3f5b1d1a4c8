"""Calls for the arbiters, and what they rule."""
