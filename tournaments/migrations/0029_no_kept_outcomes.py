"""What tournaments gave is derived when it is asked for, and stored nowhere."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0028_ids_of_events")]

    operations = [migrations.DeleteModel(name="KeptOutcomes")]
