"""Write values as YAML that Helm, kubectl and PyYAML read alike."""

from typing import Any

import yaml

from render.source.scalar import resolve

_Fast: type[yaml.SafeDumper] = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
_TEXT = "tag:yaml.org,2002:str"
_UNFOLDED = 2**31 - 1
"""Columns up to which a line is not broken."""


class _Dumper(_Fast):  # type: ignore[valid-type,misc]
    """Quotes a text that Helm's YAML would read as something else (`y`, `1e3`, `0o17`): PyYAML knows its own only."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002 - PyYAML's signature
        """Write everything out: an anchor that nobody has named explains nothing."""
        return True


def _text(dumper: _Dumper, data: str) -> yaml.ScalarNode:
    style = None if isinstance(resolve(data), str) else '"'
    node: yaml.ScalarNode = dumper.represent_scalar(_TEXT, data, style="|" if "\n" in data else style)
    return node


_Dumper.add_representer(str, _text)


def block(value: Any) -> str:
    """Return a value as a document, its keys in their order."""
    written: str = yaml.dump(value, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=_UNFOLDED)
    return written


def flow(value: Any) -> str:
    """Return a value as one line of YAML that can stand behind a key; a text with line breaks has none."""
    line: str = yaml.dump(
        value, Dumper=_Dumper, default_flow_style=True, sort_keys=False, allow_unicode=True, width=_UNFOLDED
    )
    return line.removesuffix("...\n").rstrip("\n")
