"""The page of a result: drawings as data, and the template with their texts and colours."""
