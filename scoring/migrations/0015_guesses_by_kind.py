from django.db import migrations, models


def forget(apps, schema_editor):
    """Forget the tries of the last hour: what was tried in them was not noted."""
    apps.get_model("scoring", "SignInAttempt").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0014_mistakes"),
    ]

    operations = [
        migrations.RunPython(forget, migrations.RunPython.noop),
        migrations.RemoveIndex(model_name="signinattempt", name="attempts_for_a_name"),
        migrations.RemoveIndex(model_name="signinattempt", name="attempts_from_an_address"),
        migrations.AddField(
            model_name="signinattempt",
            name="kind",
            field=models.CharField(
                choices=[
                    ("password", "Password"),
                    ("code", "Code after the password"),
                    ("invitation", "Invitation"),
                    ("made_up", "Made-up invitation"),
                    ("word", "Secret word of a registration"),
                ],
                default="password",
                max_length=10,
                verbose_name="What was tried",
            ),
        ),
        migrations.AlterField(
            model_name="signinattempt",
            name="key",
            field=models.CharField(max_length=160, verbose_name="For whom"),
        ),
        migrations.AddIndex(
            model_name="signinattempt",
            index=models.Index(fields=["kind", "key", "at"], name="attempts_for_a_name"),
        ),
        migrations.AddIndex(
            model_name="signinattempt",
            index=models.Index(fields=["kind", "address", "at"], name="attempts_from_an_address"),
        ),
    ]
