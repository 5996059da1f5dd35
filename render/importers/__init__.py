"""From what other controllers run to a spec: a file a kind, found by its folder."""
