"""The stages of validation, one after another: text, schema, render, manifests; for one file and for many."""
