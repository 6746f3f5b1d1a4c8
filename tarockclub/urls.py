from django.urls import include, path

from scoring.admin import registers

urlpatterns = [
    path("admin/", registers.urls),
    path("", include("scoring.urls")),
]
