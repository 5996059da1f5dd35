"""Write values as the YAML of a spec, so that Helm reads what was meant."""

from collections.abc import Mapping, Sequence
from typing import Any

import yaml

from render.problem import printable
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


def ordered(values: Mapping[str, Any], texts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return values with their keys in the order in which people have written them, as far as they have."""
    keys = [key for key in dict.fromkeys(key for text in texts for key in text) if key in values]
    return {key: _ordered(values[key], [text[key] for text in texts if key in text]) for key in (*keys, *values)}


def _ordered(value: Any, written: Sequence[Any]) -> Any:
    if isinstance(value, dict):
        return ordered(value, [text for text in written if isinstance(text, dict)])
    if isinstance(value, list):
        lists = [text for text in written[-1:] if isinstance(text, list)]
        return [_ordered(item, [text[i] for text in lists if i < len(text)]) for i, item in enumerate(value)]
    return value


def text(values: Mapping[str, Any], notice: str) -> str:
    """Return a spec as YAML, its keys in their order. `notice` says in its first line where it comes from."""
    body: str = yaml.dump(values, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=_UNFOLDED)
    return f"# {printable(notice)}\n{body}"


def flow(value: Any) -> str:
    """Return a value as one line of YAML that can stand behind a key; a text with line breaks has none."""
    line: str = yaml.dump(
        value, Dumper=_Dumper, default_flow_style=True, sort_keys=False, allow_unicode=True, width=_UNFOLDED
    )
    return line.removesuffix("...\n").rstrip("\n")
