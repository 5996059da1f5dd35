"""Write the causes of `render why` into docs/why.md, from their docstrings and the origin of their cases."""

import re
from collections.abc import Iterator
from pathlib import Path

from render.why.registry import Cause, cause_areas

CASES = Path(__file__).resolve().parents[2] / "tests" / "why" / "cases"
_BLOCK = re.compile(r"(?<=<!-- causes -->\n).*?(?=<!-- end of causes -->)", re.DOTALL)
_REAL, _NODES, _PLAYED = "# Produced on ", "# Produced on two nodes", "what the kubelet writes is played"


def causes_page(page: str, cases: Path) -> str:
    """Return the page with a section for each area."""
    return _BLOCK.sub(lambda _: "\n" + "\n".join(_lines(cases)) + "\n\n", page)


def _lines(cases: Path) -> Iterator[str]:
    origins = {cause.name: _origin(cause, cases) for area in cause_areas() for cause in area.causes}
    counts = {one: list(origins.values()).count(one) for one in ("nodes", "real", "played", "source")}
    yield (
        f"{len(origins)} causes: {counts['nodes']} of them produced on real nodes, {counts['real']} by real "
        f"controllers alone, {counts['played']} by real controllers with a kubelet that was played (P), "
        f"{counts['source']} written after their source (S)."
    )
    for area in cause_areas():
        yield from ("", f"### {area.summary}")
        for cause in area.causes:
            mark = {"nodes": "", "real": "", "played": " (P)", "source": " (S)"}[origins[cause.name]]
            yield from ("", f"**{cause.name}**{mark}: {cause.summary}. {cause.text}")
            yield from ("", f"Reads: {cause.reads} [Source]({cause.source})")


def _origin(cause: Cause, cases: Path) -> str:
    with (cases / cause.name.replace("-", "_") / "dump.yaml").open(encoding="utf-8") as stream:
        first = stream.readline()
    if not first.startswith(_REAL):
        return "source"
    if _PLAYED in first:
        return "played"
    return "nodes" if first.startswith(_NODES) else "real"
