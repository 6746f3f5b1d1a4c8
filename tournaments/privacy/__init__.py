"""Where names stand in what was typed for tournaments."""
