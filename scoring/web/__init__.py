"""What pages share: who may see them, their forms, what a verb refuses, links."""
