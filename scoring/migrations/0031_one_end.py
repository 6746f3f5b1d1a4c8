"""What went and what came stand beside each other; here both are there."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0029_state_out_of_the_log"),
        ("scoring", "0030_evening_of_hands"),
    ]

    operations = []
