"""From a template and its parameters to many specs."""
