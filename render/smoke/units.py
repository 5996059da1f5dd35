"""Sizes and rates as people read them."""

_UNITS = ("B", "KiB", "MiB", "GiB", "TiB")


def size(count: int) -> str:
    """Return a number of bytes in the unit that leaves it short: `8 B`, `1 GiB`, `1.5 MiB`."""
    number, unit = float(count), 0
    while number >= 1024 and unit < len(_UNITS) - 1:
        number, unit = number / 1024, unit + 1
    return f"{number:.4g} {_UNITS[unit]}"


def rate(number: float) -> str:
    """Return GB/s with three digits that count: `387`, `21.9`, `0.514`, `0.0021`."""
    return f"{number:.0f}" if number >= 99.95 else f"{number:.3g}" if number >= 0.001 else f"{number:.2g}"


def duration(microseconds: float) -> str:
    """Return a time in the unit that leaves it short: `12.3 µs`, `4.56 ms`, `1.2 s`."""
    for limit, divisor, unit in ((1e3, 1, "µs"), (1e6, 1e3, "ms")):
        if microseconds < limit * 0.9995:
            return f"{microseconds / divisor:.3g} {unit}"
    return f"{microseconds / 1e6:.3g} s"
