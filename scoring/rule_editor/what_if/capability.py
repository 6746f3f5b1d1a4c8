"""An evening or a season under another sheet: what it hands to the rest of the program."""

from __future__ import annotations

from scoring.capability import Capability

CAPABILITY = Capability(urls="scoring.rule_editor.what_if.urls")
