"""Everything that changes a tournament: one verb, one transaction, one deed."""
