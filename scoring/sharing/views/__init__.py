"""The views that hand out links, feeds and files, and those that such links open."""
