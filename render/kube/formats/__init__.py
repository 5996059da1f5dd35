"""Formats of strings that the API server checks: names, labels, quantities, addresses, schedules."""
