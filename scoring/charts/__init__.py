"""Pictures: from numbers to coordinates."""
