"""Each `ci/*-values.yaml` is linted and renders the same with every Helm; together they use every key."""

from collections.abc import Iterator
from pathlib import Path

import yaml

from tests.chart.helm import CHART, VALUES, Helm, Object, each_values
from tests.schema import BUNDLE, Schema, children, definition, effective


@each_values
def test_lint(values: Path, helm4: Helm) -> None:
    printed = helm4.run("lint", "--strict", CHART, "-f", values)
    assert "1 chart(s) linted, 0 chart(s) failed" in printed
    assert [line for line in printed.splitlines() if line.startswith(("[WARNING]", "[ERROR]"))] == []


@each_values
def test_helm_3_renders_the_same_documents(values: Path, helm4: Helm, older_helm: Helm) -> None:
    assert documents(older_helm.template(CHART, "-f", values)) == documents(helm4.template(CHART, "-f", values))


def documents(text: str) -> list[str]:
    """The documents with their sources; Helm 3 trims their ends."""
    return [document.strip() for document in text.split("\n---\n")]


def test_values_use_every_key() -> None:
    specs = [yaml.safe_load(path.read_text(encoding="utf-8")) for path in VALUES]
    used = {key for spec in specs for key in keys_of(spec)}
    unused = {key for key in keys(BUNDLE) if key not in ("global", "enabled")} - used
    assert unused == set(), "a file charts/training-job/ci/*-values.yaml uses each key"


def keys(schema: Schema, prefix: str = "") -> Iterator[str]:
    """Yield the keys of the spec's own objects; Kubernetes' types are not entered."""
    for name, child in children(effective(schema)):
        if name in effective(schema).get("properties", {}):
            yield prefix + name
            if definition(child) is None:
                yield from keys(child, f"{prefix}{name}.")


def keys_of(spec: Object, prefix: str = "") -> Iterator[str]:
    for name, value in spec.items():
        yield prefix + name
        if isinstance(value, dict):
            yield from keys_of(value, f"{prefix}{name}.")
