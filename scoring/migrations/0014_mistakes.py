from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0013_what_a_doubled_hand_counts"),
    ]

    operations = [
        migrations.CreateModel(
            name="ProgramMistake",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.CharField(max_length=200, verbose_name="Place in the program")),
                ("kind", models.CharField(max_length=100, verbose_name="Kind")),
                ("first_at", models.DateTimeField(verbose_name="First time")),
                ("last_at", models.DateTimeField(verbose_name="Last time")),
                ("count", models.PositiveIntegerField(default=1, verbose_name="How often")),
                ("times", models.JSONField(default=list)),
                ("done_at", models.DateTimeField(blank=True, null=True, verbose_name="Ticked")),
            ],
            options={
                "ordering": ["-last_at", "-pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("place", "kind"), name="one_mistake_for_a_place_and_kind"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("count__gte", 1)), name="a_mistake_happened_at_least_once"
                    ),
                ],
            },
        ),
    ]
