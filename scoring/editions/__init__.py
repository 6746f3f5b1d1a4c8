"""Which text of which rules holds where."""
