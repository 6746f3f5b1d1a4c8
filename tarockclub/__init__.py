"""The wiring alone: settings, addresses, headers, language; Tarock itself is in the apps."""
