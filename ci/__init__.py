"""Scripts of the continuous integration and of the release."""
