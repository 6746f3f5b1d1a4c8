"""Who plays: registered, checked in, paid."""
