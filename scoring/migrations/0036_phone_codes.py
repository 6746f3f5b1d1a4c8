"""Codes that a phone shows to sign in another, and tries of wrong ones."""

from django.conf import settings
from django.db import migrations, models

KINDS = [
    ("password", "Password"),
    ("code", "Code after the password"),
    ("invitation", "Invitation"),
    ("made_up", "Made-up invitation"),
    ("word", "Secret word of a registration"),
    ("phone", "Code that signs in another phone"),
]


class Migration(migrations.Migration):
    dependencies = [("scoring", "0035_old_sheets_as_totals"), ("sessions", "0001_initial")]

    operations = [
        migrations.AlterField(
            "signinattempt",
            "kind",
            models.CharField(choices=KINDS, default="password", max_length=10, verbose_name="What was tried"),
        ),
        migrations.CreateModel(
            "PhoneCode",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("checksum", models.CharField(max_length=64, unique=True)),
                ("made_at", models.DateTimeField(verbose_name="Made")),
                (
                    "account",
                    models.ForeignKey(
                        settings.AUTH_USER_MODEL,
                        models.CASCADE,
                        related_name="phone_codes",
                        verbose_name="Account",
                    ),
                ),
                (
                    "session",
                    models.OneToOneField("sessions.session", models.CASCADE, related_name="phone_code"),
                ),
            ],
        ),
    ]
