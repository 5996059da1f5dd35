"""What the containers of a run start, read from their command lines and variables."""
