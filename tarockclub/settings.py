"""All settings, read strictly from the environment: a half-configured program does not start.

Which there are and what they mean stands in tarockclub/environment.py; `tarockclub settings` prints it.
"""

import os
import re
import zlib
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, NoReturn
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key

from scoring.language import _
from tarockclub import folders
from tarockclub.phone_engine import phone_engine
from tarockclub.release import release

BASE_DIR = folders.ROOT
DATA = folders.DATA  # what belongs to this installation
CONNECTION_AGE = 60  # seconds; opening one anew for each request takes longer than most requests
LEAST_OF_A_KEY = 40  # bytes that a random key cannot be compressed to
OPTIONS_OF_A_CONNECTION = {
    *("host", "sslmode", "sslrootcert", "sslcert", "sslkey", "connect_timeout", "target_session_attrs"),
}
# Of psycopg: PostgreSQL plans a statement once for each connection, and not each time it is asked.
PREPARED_STATEMENTS = {"server_side_binding": True, "prepare_threshold": 5}
HOST = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\]", re.IGNORECASE)


def refuse(variable: str, value: str, remedy: str) -> NoReturn:
    """Refuse to start, and say which variable is wrong and what to do about it."""
    message = _("{name} is {value}. {remedy}", name=variable, value=value, remedy=remedy)
    raise ImproperlyConfigured(message)


def read_switch(variable: str, *, otherwise: str = "0") -> bool:
    """Return whether a variable of the environment is 1 rather than 0."""
    value = os.environ.get(variable, otherwise)
    if value not in ("0", "1"):
        refuse(variable, repr(value), _("Set it to 0 or 1, or leave it out."))
    return value == "1"


def read_public_url() -> tuple[str, str]:
    """Return scheme and host of the public address; two empty texts if there is none."""
    value = os.environ.get("PUBLIC_URL", "")
    if not value:
        return "", ""
    match = re.fullmatch(rf"(https?)://({HOST.pattern})(:[0-9]+)?/?", value, re.IGNORECASE)
    if match is None:
        refuse("PUBLIC_URL", repr(value), _("Write scheme and host only, such as https://tarock.example.org"))
    return match[1].lower(), match[2].lower()


def read_hosts() -> list[str]:
    """Return the further names and addresses under which the program is reached."""
    value = os.environ.get("ALLOWED_HOSTS", "")
    hosts = [host.strip() for host in value.split(",") if host.strip()]
    if not all(HOST.fullmatch(host) for host in hosts):
        refuse(
            "ALLOWED_HOSTS", repr(value), _("List host names or addresses, such as tarock.local,192.168.1.5")
        )
    return hosts


def read_secret_key(*, required: bool) -> str:
    """Return the given key; without one, a key for this process only, good enough for commands and tests."""
    value = os.environ.get("SECRET_KEY", "")
    if not value and not required:
        return get_random_secret_key()
    if wrong := problem_with_key(value):
        remedy = _("Sessions are signed with it: set at least 50 random characters and keep them secret.")
        refuse("SECRET_KEY", wrong, remedy)
    return value


def problem_with_key(key: str) -> str:
    """Return why a key could be guessed; empty if it could not.

    >>> [problem_with_key(key) for key in ("", "short", "ab12" * 20, "abcdefghijklmnopqrstuvwxyz" * 2)]
    ['not set', '5 characters long', 'one that repeats itself', 'one that repeats itself']
    """
    if not key:
        return _("not set")
    if len(key) < 50:
        return _("{count} characters long", count=len(key))
    steps = sum(abs(ord(left) - ord(right)) <= 1 for left, right in pairwise(key))
    if len(zlib.compress(key.encode(), 9)) < LEAST_OF_A_KEY or steps > len(key) // 2:
        return _("one that repeats itself")
    if key.startswith("django-insecure-"):
        return _("one that Django made for development")
    return ""


def read_earlier_keys(variable: str) -> list[str]:
    """Return the earlier secret keys, whose signatures stay valid."""
    keys = os.environ.get(variable, "").split()
    for key in keys:
        if wrong := problem_with_key(key):
            refuse(
                variable,
                _("holding a key that is {wrong}", wrong=wrong),
                _("Give whole earlier keys."),
            )
    return keys


def read_encryption_key() -> str:
    """Return the key for secrets and copies; nothing if they are kept as they are."""
    value = os.environ.get("ENCRYPTION_KEY", "")
    if value and (wrong := problem_with_key(value)):
        refuse("ENCRYPTION_KEY", wrong, _("Give at least 50 random characters, or leave it out."))
    return value


def read_health_key() -> str:
    """Return the key for detailed health reports; empty if they are switched off."""
    value = os.environ.get("HEALTH_KEY", "")
    if value and len(value) < 20:
        refuse(
            "HEALTH_KEY",
            _("{count} characters long", count=len(value)),
            _("Give at least 20, or leave it out."),
        )
    return value


def sqlite(path: Path) -> dict[str, Any]:
    """Return settings under which readers never wait and a committed hand survives a power cut."""
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "CONN_MAX_AGE": CONNECTION_AGE,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA recursive_triggers=ON",
        },
    }


def read_database() -> dict[str, Any]:
    """Return the settings of the database, as DATABASE_URL says."""
    value = os.environ.get("DATABASE_URL", "")
    if not value and os.environ.get("DATABASE_PASSWORD"):  # of a PostgreSQL that a compose file brought
        remedy = _(
            "The compose file brings no PostgreSQL any more: write the address of the one that has your "
            "clubs, or take DATABASE_PASSWORD out to begin with an empty database"
        )
        refuse("DATABASE_URL", _("not set, but DATABASE_PASSWORD is"), remedy)
    if not value:
        return sqlite(DATA / "tarockclub.sqlite3")
    if path := re.fullmatch(r"sqlite:///([^?#:]+)", value):
        return sqlite((DATA if folders.IS_INSTALLED else BASE_DIR) / unquote(path[1]))
    parts = postgresql_in(value)
    if parts is None:
        # The value itself may hold a password, so only its scheme is shown.
        shown = _("not understood (scheme {scheme})", scheme=repr(urlsplit(value).scheme))
        refuse("DATABASE_URL", shown, _("Write sqlite:///path or postgres://user:password@host:port/name"))
    return postgresql(parts)


def postgresql(parts: dict[str, Any]) -> dict[str, Any]:
    """Return the settings of a PostgreSQL; a PgBouncer gives each transaction another connection."""
    is_pooled = read_switch("PGBOUNCER")
    options = parts["OPTIONS"] if is_pooled else {**PREPARED_STATEMENTS, **parts["OPTIONS"]}
    return {
        "ENGINE": "django.db.backends.postgresql",
        "CONN_MAX_AGE": CONNECTION_AGE,
        "CONN_HEALTH_CHECKS": True,
        "DISABLE_SERVER_SIDE_CURSORS": is_pooled,
        **parts,
        "OPTIONS": options,
    }


def read_databases() -> dict[str, dict[str, Any]]:
    """Return the database, and its replica where REPLICA_URL names one."""
    databases = {"default": read_database()}
    if value := os.environ.get("REPLICA_URL", ""):
        parts = postgresql_in(value)
        if parts is None or "postgresql" not in databases["default"]["ENGINE"]:
            shown = _("not understood (scheme {scheme})", scheme=repr(urlsplit(value).scheme))
            remedy = _("Write the postgres:// address of a replica of the PostgreSQL in DATABASE_URL")
            refuse("REPLICA_URL", shown, remedy)
        parts["OPTIONS"] = {"connect_timeout": "2", "tcp_user_timeout": "2000", **parts["OPTIONS"]}
        databases["replica"] = postgresql(parts)
    return databases


def postgresql_in(address: str) -> dict[str, Any] | None:
    """Return the parts of a PostgreSQL's address as Django calls them; None for anything else.

    >>> postgresql_in("postgres://anna:s%40fe@db/tarock?sslmode=verify-full")["OPTIONS"]
    {'sslmode': 'verify-full'}
    >>> postgresql_in("postgres:///tarock?host=/run/postgresql")["HOST"]
    '/run/postgresql'
    >>> postgresql_in("postgres://localhost")
    """
    match = re.fullmatch(
        r"postgres(?:ql)?://(?:(?P<user>[^:@/]+)(?::(?P<password>[^@/]*))?@)?"
        r"(?P<host>[^:@/]*)(?::(?P<port>[0-9]+))?/(?P<name>[^/?#]+)(?:\?(?P<options>[^#]*))?",
        address,
    )
    if match is None:
        return None
    parts = match.groupdict(default="")
    options = dict(parse_qsl(parts.pop("options")))
    if not options.keys() <= OPTIONS_OF_A_CONNECTION:
        return None
    connection: dict[str, Any] = {key.upper(): unquote(part) for key, part in parts.items()}
    if folder := options.pop("host", ""):  # of a socket
        connection["HOST"] = folder
    return {name: connection[name] for name in ("USER", "PASSWORD", "HOST", "PORT", "NAME")} | {
        "OPTIONS": options
    }


PUBLIC_SCHEME, PUBLIC_HOST = read_public_url()
PUBLIC_URL = os.environ.get("PUBLIC_URL", "").rstrip("/")
PRODUCTION = PUBLIC_SCHEME == "https"
DEBUG = read_switch("DEBUG")
if DEBUG and PRODUCTION:
    refuse(
        "DEBUG",
        _("1 while PUBLIC_URL is https"),
        _("Strangers would see its internals: leave one of them out."),
    )

SECRET_KEY = read_secret_key(required=PRODUCTION)
SECRET_KEY_FALLBACKS = read_earlier_keys("SECRET_KEY_FALLBACKS")
ALLOWED_HOSTS = [host for host in (PUBLIC_HOST, *read_hosts()) if host]
if not PRODUCTION:
    ALLOWED_HOSTS += ["localhost", "127.0.0.1", "[::1]"]
ENCRYPTION_KEY = read_encryption_key()
ENCRYPTION_KEY_FALLBACKS = read_earlier_keys("ENCRYPTION_KEY_FALLBACKS")
HEALTH_KEY = read_health_key()
OFFLINE_PAGES = read_switch("OFFLINE_PAGES", otherwise="1")
ACCESS_LOG = read_switch("ACCESS_LOG")

DATABASES = read_databases()
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

PHONE_ENGINE = phone_engine  # called for what phones load to settle without network: it may come later
RELEASE = release  # called where somebody wants to know: git takes a moment
COMMAND_LINE = folders.command_line  # what whoever runs the program is told to type

INSTALLED_APPS = [
    "scoring",
    "tournaments",
    "django_tables2",
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
]
CAPABILITIES = ["scoring.capabilities", "tournaments.capabilities"]  # each names what its app can do
MIDDLEWARE = [
    "tarockclub.middleware.numbered",
    "tarockclub.middleware.requests_logged",
    "tarockclub.middleware.browser_limits",
    "tarockclub.middleware.endless_redirect_ended",
    "django.middleware.security.SecurityMiddleware",
    "tarockclub.static_files.ServedFiles",
    "tarockclub.middleware.same_database_file",
    "tarockclub.middleware.nothing_kept",
    "tarockclub.middleware.CompressedPages",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "tarockclub.middleware.chosen_language",
    "django.middleware.common.CommonMiddleware",
    "tarockclub.middleware.SmallForms",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "tarockclub.middleware.possible_numbers",
    "tarockclub.middleware.mistake_kept",
    "scoring.web.submitting.Refusals",
]
ROOT_URLCONF = "tarockclub.urls"
WSGI_APPLICATION = "tarockclub.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [folders.TEMPLATES],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "scoring.handbook.explained",
            ],
        },
    },
]
DJANGO_TABLES2_TEMPLATE = "scoring/web/table.html"

AUTH_USER_MODEL = "scoring.Account"
# The second one for passwords that were hashed before; each is hashed anew when it is next given.
PASSWORD_HASHERS = ["tarockclub.passwords.OneAtATime", "django.contrib.auth.hashers.PBKDF2PasswordHasher"]
LEAST_OF_A_PASSWORD = 12  # characters; earlier ones may be shorter, and go on
LOGIN_URL = "scoring:sign_in"
LOGIN_REDIRECT_URL = "scoring:clubs"
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ["name"]},
    },
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": LEAST_OF_A_PASSWORD},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]

# Rule sheets and lists of names: little of a file is kept.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 6_000  # a whole rule sheet is one form
FILE_UPLOAD_HANDLERS = ["scoring.web.uploads.FirstBytes"]

LANGUAGE_CODE = "de"
LANGUAGES = [("de", "Deutsch"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "tarockclub" / "locale"]
# Behind https no other host, and no page without https, can set or replace a cookie of this one.
COOKIE_PREFIX = "__Host-" if PRODUCTION else ""
SESSION_COOKIE_NAME = f"{COOKIE_PREFIX}sessionid"
CSRF_FAILURE_VIEW = "tarockclub.mistakes.too_old"
CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}csrftoken"
KNOWN_BROWSER_COOKIE_NAME = f"{COOKIE_PREFIX}known_browser"
READING_COOKIE_NAME = f"{COOKIE_PREFIX}reading"
LANGUAGE_COOKIE_NAME = f"{COOKIE_PREFIX}language"
LANGUAGE_COOKIE_AGE = 365 * 24 * 60 * 60
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE: Literal["Lax"] = "Lax"
TIME_ZONE = "Europe/Vienna"
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = folders.STATIC
WHITENOISE_IMMUTABLE_FILE_TEST = r"\.[0-9a-f]{12}[./]"  # a checksum in its name or in its folder's
RULEBOOK = folders.RULEBOOK  # the worked examples, which tests read and pages print
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "tarockclub.static_files.HashedFiles"},
}

SESSION_ENGINE = "tarockclub.accounts"
SESSION_COOKIE_AGE = 30 * 24 * 60 * 60  # from the last visit
SESSION_COOKIE_SECURE = PRODUCTION
CSRF_COOKIE_SECURE = PRODUCTION
LANGUAGE_COOKIE_SECURE = PRODUCTION
# On plain http browsers ignore this header and complain about it in the console.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if PRODUCTION else None
if PRODUCTION:
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = ["^health/$"]  # asked by the computer itself, without https
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60
    SECURE_HSTS_PRELOAD = read_switch("HSTS_PRELOAD")
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD or read_switch("HSTS_SUBDOMAINS")
    # Subdomains may be somebody else's, and whoever lists a host does not get it off that list for months.
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "{asctime} {levelname} {request_id} {name}: {message}", "style": "{"},
        "json": {"()": "tarockclub.log_lines.AsJson"},
    },
    "filters": {"one_line": {"()": "tarockclub.log_lines.OneLine"}},
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "json" if read_switch("LOG_JSON") else "line",
            "filters": ["one_line"],
        },
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    # Instead of Django's own handlers, which are silent outside DEBUG or write e-mail.
    "loggers": {
        "django": {"level": "INFO"},
        # Who signed in, failed to, changed a role, took a file along.
        "tarockclub.security": {"level": "INFO"},
        "tarockclub.access": {"level": "INFO"},
    },
}
