"""Write values and specs as YAML that Helm, kubectl and PyYAML read alike."""

from collections.abc import Mapping, Sequence
from typing import Any

import yaml

from render.problem import printable
from render.source.scalars import resolve_scalar

_Fast: type[yaml.SafeDumper] = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
_TEXT = "tag:yaml.org,2002:str"
_UNFOLDED = 2**31 - 1
"""Maximum columns of a line, so that none is broken."""


class _Dumper(_Fast):  # type: ignore[valid-type,misc]
    """Quotes texts that Helm's YAML would read as something else (`y`, `1e3`, `0o17`); PyYAML only quotes its own."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002 - PyYAML's signature
        """Expand all aliases: a generated anchor has no meaning to a reader."""
        return True


def _text(dumper: _Dumper, data: str) -> yaml.ScalarNode:
    style = None if isinstance(resolve_scalar(data), str) else '"'
    node: yaml.ScalarNode = dumper.represent_scalar(_TEXT, data, style="|" if "\n" in data else style)
    return node


_Dumper.add_representer(str, _text)


def to_yaml(value: Any) -> str:
    """Return a value as a YAML document, with its keys in their order."""
    written: str = yaml.dump(value, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=_UNFOLDED)
    return written


def to_flow_yaml(value: Any) -> str:
    """Return a value as one line of YAML, for use after a key. A text with line breaks has no such line."""
    line: str = yaml.dump(
        value, Dumper=_Dumper, default_flow_style=True, sort_keys=False, allow_unicode=True, width=_UNFOLDED
    )
    return line.removesuffix("...\n").rstrip("\n")


def order_keys(values: Mapping[str, Any], texts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return values with their keys in the order of `texts`, followed by the keys that are in none of them."""
    keys = [key for key in dict.fromkeys(key for text in texts for key in text) if key in values]
    return {key: _ordered(values[key], [text[key] for text in texts if key in text]) for key in (*keys, *values)}


def _ordered(value: Any, written: Sequence[Any]) -> Any:
    if isinstance(value, dict):
        return order_keys(value, [text for text in written if isinstance(text, dict)])
    if isinstance(value, list):
        lists = [text for text in written[-1:] if isinstance(text, list)]
        return [_ordered(item, [text[i] for text in lists if i < len(text)]) for i, item in enumerate(value)]
    return value


def spec_to_yaml(values: Mapping[str, Any], notice: str) -> str:
    """Return a spec as YAML, with its keys in their order. `notice`, its origin, is a comment in the first line."""
    return f"# {printable(notice)}\n{to_yaml(values)}"
