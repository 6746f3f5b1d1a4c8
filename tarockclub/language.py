"""German, unless the visitor chose otherwise: what a browser says about itself decides nothing."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers


def chosen_language(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """`?language=en` chooses, a cookie remembers."""
    offered = dict(settings.LANGUAGES)

    def respond(request: HttpRequest) -> HttpResponse:
        choice = request.GET.get("language")
        remembered = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME)
        language = next((code for code in (choice, remembered) if code in offered), settings.LANGUAGE_CODE)
        request.LANGUAGE_CODE = language
        with translation.override(language):
            response = get_response(request)
        response.headers.setdefault("Content-Language", language)  # frames and feeds have their club's
        patch_vary_headers(response, ["Cookie"])
        if choice in offered:
            response.set_cookie(
                settings.LANGUAGE_COOKIE_NAME,
                language,
                max_age=settings.LANGUAGE_COOKIE_AGE,
                secure=settings.LANGUAGE_COOKIE_SECURE,
                httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
                samesite=settings.LANGUAGE_COOKIE_SAMESITE,
            )
        return response

    return respond
