"""The forms of an import: the file and its worksheet, what its columns mean, who is who."""
