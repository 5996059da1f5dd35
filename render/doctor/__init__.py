"""Check what a cluster offers and what a spec lacks there. Read-only."""
