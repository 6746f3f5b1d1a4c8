from django.urls import include, path

from tournaments.admin import registers

urlpatterns = [
    path("admin/", registers.urls),
    path("", include("tournaments.urls")),
    path("", include("scoring.urls")),
]
