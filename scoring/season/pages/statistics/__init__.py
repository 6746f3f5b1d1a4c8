"""What was played how often and what it brought, added up from what every sheet has counted."""
