"""Volumes, the claims behind them, and where containers mount them."""
