"""The page of a result: drawings as data, and the template that has their words and colours."""
