"""The chart as a product: linted, packed, embedded, upgraded, and what it refuses."""
