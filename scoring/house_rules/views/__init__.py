"""The pages on which a club writes its rules."""
