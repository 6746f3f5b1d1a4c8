"""Add the id and the revision of the file of results that an end table was read from."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0027_lists_of_points"),
    ]

    operations = [
        migrations.AddField(
            model_name="endtable",
            name="event_id",
            field=models.CharField(blank=True, default="", max_length=200, verbose_name="Id in files"),
        ),
        migrations.AddField(
            model_name="endtable",
            name="event_revision",
            field=models.PositiveBigIntegerField(blank=True, null=True, verbose_name="Revision in files"),
        ),
        migrations.AddConstraint(
            model_name="endtable",
            constraint=models.UniqueConstraint(
                condition=models.Q(("event_id", ""), _negated=True),
                fields=("club", "event_id"),
                name="one_end_table_for_an_id_in_a_club",
            ),
        ),
    ]
