"""The program for a server, with everything that its processes need loaded before they fork."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarockclub.settings")

application = get_wsgi_application()

from tarockclub.loading import load  # noqa: E402  (the program is set up now)

load()
