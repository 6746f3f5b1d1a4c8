"""Wiring only: settings, addresses, headers, language. What Tarock is stands in the apps."""
