"""The views of a club's own rule sheets: list, import and export, the editor, the comparison."""
