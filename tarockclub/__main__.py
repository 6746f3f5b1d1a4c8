"""`python -m tarockclub` is the command `tarockclub`, also where none was installed."""

from tarockclub.command import main

main()
