"""The server where gunicorn does not run: one process, of Python alone, enough for the phones of a club."""

import waitress

from tarockclub import serving

THREADS = 8


def serve() -> None:
    """Serve until somebody ends it."""
    from tarockclub.wsgi import application  # loads all of it

    server = waitress.create_server(
        application, host=serving.INTERFACE, port=serving.PORT, threads=THREADS, ident=None
    )
    serving.tell()
    server.run()
