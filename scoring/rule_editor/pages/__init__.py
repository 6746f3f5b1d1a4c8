"""What the pages of a club's own rule sheets show: the sheets, their versions, two of them compared."""
