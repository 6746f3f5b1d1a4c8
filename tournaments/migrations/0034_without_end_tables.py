"""What series had before lists goes, each table after what refers to it, and who a finalist was."""

from django.db import migrations

GONE = (
    *("Decline", "SeriesFinal", "SeriesLot", "BroughtPoints", "SeriesGroup", "GroupMember"),
    *("MemberGroup", "SeriesEvent", "EndTableResult", "EndTableVersion", "EndTable"),
)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0033_into_lists"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="entrant", name="a_finalist_is_registered_once"),
        migrations.RemoveField(model_name="entrant", name="finalist"),
        *(migrations.DeleteModel(name) for name in GONE),
    ]
