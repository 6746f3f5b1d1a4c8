"""Corrections at the tables by the director, people who leave, and tables that play on paper."""
