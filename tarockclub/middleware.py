"""What a page may do in the browser: nothing but talk to its own server."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

HEADERS = {
    "Content-Security-Policy": "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data:",
            "font-src 'self'",
            "connect-src 'self'",
            "manifest-src 'self'",
            "form-action 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
        )
    ),
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
# For the few pages that may stand in a frame on somebody else's.
FRAMED = HEADERS["Content-Security-Policy"].replace("frame-ancestors 'none'", "frame-ancestors *")


def browser_limits(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Stands first, so that static files carry the limits too.

    Django's SecurityMiddleware adds X-Content-Type-Options and Referrer-Policy.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if getattr(response, "xframe_options_exempt", False):
            response.headers["Content-Security-Policy"] = FRAMED
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    return respond
