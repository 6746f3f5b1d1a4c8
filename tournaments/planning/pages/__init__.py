"""What is shown of a tournament that is planned: the list, presets, what a copy takes along, its desk."""
