"""The stages of validation, in order: text, schema, render, manifests; for one file and for many."""
