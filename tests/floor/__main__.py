"""Say what a browser of the floor could not read in the program's scripts and styles."""

import sys

from tests.floor import STATIC, complaints

if __name__ == "__main__":
    sys.exit(complaints(*STATIC) or None)  # an empty text would count as a failure
