"""Objects as the API server decodes them: a field that is null is not there."""

from typing import Any


def without_nulls(data: Any) -> Any:
    """Return data without the keys that are null; the very same data where there are none. Items keep their place."""
    if isinstance(data, dict):
        kept = {key: without_nulls(value) for key, value in data.items() if value is not None}
        return data if len(kept) == len(data) and all(kept[key] is data[key] for key in kept) else kept
    if isinstance(data, list):
        items = [without_nulls(item) for item in data]
        return data if all(new is old for new, old in zip(items, data, strict=True)) else items
    return data


def has_nulls(data: Any) -> bool:
    """Say whether there is a null anywhere: few objects have one, and to ask is cheaper than to copy."""
    left = [data]
    while left:
        value = left.pop()
        if isinstance(value, dict):
            left += value.values()
        elif isinstance(value, list):
            left += value
        elif value is None:
            return True
    return False
