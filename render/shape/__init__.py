"""Data against a JSON Schema: what is wrong, in words, with the way out."""
