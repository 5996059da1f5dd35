"""Golden files of the examples, and what must hold of them whatever the templates say."""
