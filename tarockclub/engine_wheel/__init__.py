"""The engine as a package of its own, `tarock-engine`, for other programs: `make engine` builds it.

It is made of the same modules as the program, and of two that stand here: `interface.py` becomes its
`__init__.py`, `command.py` its `__main__.py`.
"""
