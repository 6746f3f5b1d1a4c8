"""A night in the simulator: real scripts on real phones, a real server, faults by a seed, and an auditor.

`make night SEEDS=1-200` plays them one after the other, and tells the story of each that ends badly;
`make night DEFECTS=yes` plants one defect after the other and plays until it is found.
"""
