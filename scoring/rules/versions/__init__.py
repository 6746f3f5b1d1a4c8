"""Which version of a rule sheet holds for which hands, and the texts of versions."""
