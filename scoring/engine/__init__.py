"""Facts + rules -> who pays whom. Pure: standard library only, no clock, no chance, no database."""
