"""Write into the chart's definition what is new in its version, a sentence each.

Artifact Hub shows it (https://artifacthub.io/docs/topics/annotations/helm).
"""

import json
import re
from collections.abc import Iterator

import yaml

_BLOCK = re.compile(r"(?<=\n  artifacthub\.io/changes: \|\n)(?: {4}.*\n)*")
_ENTRY = re.compile(r"^- Chart: (.+(?:\n  .+)*)", re.MULTILINE)
_SENTENCE = re.compile(r"(.+?)(?:\. |\.?$)")


def chart_file(definition: str, changelog: str) -> str:
    """Return `Chart.yaml` with the chart's entries in the changelog: of its version, or of what is not released yet."""
    version = yaml.safe_load(definition)["version"]
    section = _section(changelog, version) or _section(changelog, "Unreleased")
    return _BLOCK.sub(lambda _: "".join(_changes(section)), definition)


def _section(changelog: str, version: str) -> str:
    found = re.search(rf"^## \[{re.escape(version)}\].*?(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    return found[0] if found else ""


def _changes(section: str) -> Iterator[str]:
    for part in re.split("^### ", section, flags=re.MULTILINE)[1:]:
        kind, _, entries = part.partition("\n")
        for entry in _ENTRY.findall(entries):
            sentence = _SENTENCE.match(re.sub(r"\n +", " ", entry))
            description = json.dumps(sentence[1] if sentence else entry, ensure_ascii=False)
            yield f"    - kind: {kind.strip().lower()}\n      description: {description}\n"
