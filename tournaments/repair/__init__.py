"""What went wrong at the tables is put right; tables on paper."""
