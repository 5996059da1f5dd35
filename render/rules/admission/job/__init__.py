"""Jobs, what makes them, and the other kinds that make pods."""
