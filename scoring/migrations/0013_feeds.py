from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0012_sharing")]

    operations = [
        migrations.AlterField(
            model_name="sharing",
            name="what",
            field=models.CharField(
                choices=[
                    ("evening", "Evening"),
                    ("standings", "Standings"),
                    ("player", "Player"),
                    ("calendar", "Calendar"),
                    ("results", "Results"),
                ],
                max_length=10,
            ),
        ),
        migrations.RemoveConstraint(model_name="sharing", name="a_sharing_says_of_what"),
        migrations.AddConstraint(
            model_name="sharing",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("evening__isnull", False),
                        ("member__isnull", True),
                        ("period", ""),
                        ("what", "evening"),
                    ),
                    models.Q(("evening__isnull", True), ("member__isnull", True), ("what", "standings")),
                    models.Q(("evening__isnull", True), ("member__isnull", False), ("what", "player")),
                    models.Q(
                        ("evening__isnull", True),
                        ("member__isnull", True),
                        ("period", ""),
                        ("what__in", ("calendar", "results")),
                    ),
                    _connector="OR",
                ),
                name="a_sharing_says_of_what",
            ),
        ),
        migrations.AddConstraint(
            model_name="sharing",
            constraint=models.UniqueConstraint(
                condition=models.Q(("what__in", ("calendar", "results")), ("withdrawn_at__isnull", True)),
                fields=("club", "what"),
                name="one_open_sharing_per_feed",
            ),
        ),
    ]
