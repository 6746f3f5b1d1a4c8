"""Run a module that needs models, with Django set up before: `python -m tests.support.run MODULE WORDS`."""

import os
import runpy
import sys

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarockclub.settings")
    django.setup()
    del sys.argv[0]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
