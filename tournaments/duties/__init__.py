"""Who directs, rules, takes money and types paper sheets at one tournament."""
