"""Write the table of versions into docs/compatibility.md, from what `ci/lab matrix` found (docs/compatibility.yaml)."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import yaml

_BLOCK = re.compile(r"(?<=<!-- versions -->\n).*?(?=<!-- end of versions -->)", re.DOTALL)
_NAMES = {
    "jobset": "JobSet",
    "trainer": "Trainer",
    "kueue": "Kueue",
    "volcano": "Volcano",
    "coscheduling": "scheduler-plugins",
}
_CASES = {"completes": "completes", "waits": "a gang too large starts no pod", "restarts": "a failure restarts it"}


def compatibility(page: str, results: str) -> str:
    """Return the page with a row for each result."""
    return _BLOCK.sub(lambda _: "\n" + "".join(_lines(yaml.safe_load(results))) + "\n", page)


def _lines(rows: list[Mapping[str, Any]]) -> Iterator[str]:
    yield f"| Kubernetes | controllers | scheduler | a run is a | {' | '.join(_CASES.values())} |\n"
    yield f"| --- | --- | --- | --- |{' --- |' * len(_CASES)}\n"
    for row in rows:
        controllers = ", ".join(f"{_NAMES.get(name, name)} {version}" for name, version in row["controllers"].items())
        target = "TrainJob" if row["row"].get("target") == "trainjob" else "JobSet"
        results = " | ".join(row["results"][case] for case in _CASES)
        yield f"| {row['row']['kubernetes']} | {controllers} | `{row['row']['scheduler']}` | {target} | {results} |\n"
