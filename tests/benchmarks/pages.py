"""How long the pages take that everybody sees."""

from django.core.management import call_command
from django.test import Client
from django.test.utils import override_settings

from tests.benchmarks.measuring import IN_PROCESS, print_pages

ADDRESSES = ("/", "/rules/", "/rules/standard/", "/rules/zwanzigerrufen/?language=en")


def measure() -> None:
    call_command("migrate", verbosity=0)
    print("\nPages, milliseconds a request")
    with override_settings(**IN_PROCESS):
        print_pages(Client(), {address: address for address in ADDRESSES})
