from django.urls import include, path

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
