"""A night in the simulator: real scripts on real phones, a real server, faults by a seed, and an auditor.

`make night SEEDS=1-200` plays club nights one after the other, tells the story of each that ends badly, and
names their seeds in the end; with `KIND=day` tournament days; with `POSTGRESQL=yes` on a PostgreSQL of its
own, else on an SQLite file. `STEPS=9` plays only the first steps, to cut a story down to what it takes.
"""
