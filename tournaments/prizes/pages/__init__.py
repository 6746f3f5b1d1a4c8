"""What the pages of prizes and the printed certificates show."""
