"""What a page shows, as plain facts: views fill them, templates and exports print them."""
