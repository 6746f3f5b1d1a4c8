"""Of a club, whether the links to its evenings show who pays whom; as before, they do not."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0016_moved_evenings"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="show_money",
            field=models.BooleanField(default=False, verbose_name="Money on shared evenings"),
        ),
    ]
