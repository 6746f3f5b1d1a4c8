"""Many tables: rounds, clock, capital, draw, ranking."""
