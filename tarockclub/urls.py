from django.conf import settings
from django.urls import include, path
from django.views.generic import TemplateView

from scoring.web.bars import BarItem
from tarockclub.health import health
from tarockclub.registers import registers

handler400 = "tarockclub.mistakes.not_understood"
handler500 = "tarockclub.mistakes.went_wrong"

urlpatterns = [
    path("admin/", registers.urls),
    path("health/", health),
    path("", include("tournaments.urls")),
    path("", include("scoring.urls")),
]

if settings.DEBUG:  # what pages are made of, for developers
    ways = [BarItem("Points", "#cards", current=True), BarItem("Money", "#rows")]
    components = TemplateView.as_view(
        template_name="scoring/web/components.html", extra_context={"ways": ways}
    )
    urlpatterns.insert(0, path("components/", components, name="components"))
