"""Numbers people love to look at, from what every sheet has counted of its hands."""
