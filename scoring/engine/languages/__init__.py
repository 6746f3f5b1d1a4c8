"""Words of the table in further languages, by the English ones: a file for each, and its line here."""

from collections.abc import Mapping

from scoring.engine.languages import sl

FURTHER: Mapping[str, Mapping[str, str]] = {"sl": sl.WORDS}
