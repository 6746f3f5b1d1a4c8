"""What pages share: access, forms, refusals of verbs, links."""
