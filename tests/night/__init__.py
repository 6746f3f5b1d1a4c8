"""A night in the simulator: real scripts on real phones, a real server, faults by a seed, and an auditor.

`make night SEEDS=1-200` plays them one after the other, and tells the story of each that ends badly;
with `POSTGRESQL=yes` on two servers and a PostgreSQL of its own, else on one server and an SQLite file;
`make night DEFECTS=yes` plants one defect after the other and plays until it is found.
"""
