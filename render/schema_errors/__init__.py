"""Check data by a JSON Schema, with messages and hints."""
