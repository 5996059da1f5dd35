"""Helm's library, and what Go must be told before it is loaded."""

import os

# One render is one thread's work, and short-lived garbage: with few other threads and a larger heap Go takes seven
# tenths of the time. Read once, when the library is loaded.
os.environ.setdefault("GOMAXPROCS", "2")
os.environ.setdefault("GOGC", "800")

import helm_python

__all__ = ["helm_python"]
