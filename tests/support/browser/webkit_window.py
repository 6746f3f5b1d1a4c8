"""Shows WebKitGTK in a window as wide as a phone, for WebKitWebDriver.

It is run by the system's Python, which knows GTK. WebKit's own small browser has a toolbar, and no window
with one is as narrow.
"""

import sys
from typing import Any

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")

from gi.repository import Gtk, WebKit2  # noqa: E402

context = WebKit2.WebContext.get_default()
settings = WebKit2.Settings(
    enable_write_console_messages_to_stdout=True,
    hardware_acceleration_policy=WebKit2.HardwareAccelerationPolicy.NEVER,
)
context.set_preferred_languages(["de-AT", "de"])


def show(_session: Any) -> Any:
    width, height = map(int, sys.argv[1:])
    view = WebKit2.WebView(web_context=context, settings=settings, is_controlled_by_automation=True)
    window = Gtk.Window(decorated=False, default_width=width, default_height=height)
    window.add(view)
    window.show_all()
    return view


def begin(_context: Any, session: Any) -> None:
    session.set_application_info(WebKit2.ApplicationInfo())
    session.connect("create-web-view", show)


context.set_automation_allowed(True)
context.connect("automation-started", begin)
Gtk.main()
