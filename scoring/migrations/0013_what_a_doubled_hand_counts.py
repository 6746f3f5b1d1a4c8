from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0012_who_is_coming"),
    ]

    operations = [
        migrations.AddField(
            model_name="row",
            name="times",
            field=models.PositiveSmallIntegerField(default=2, verbose_name="Times, if doubled"),
        ),
    ]
