"""Charts that tests make, and the real `helm` on them."""

import subprocess
from collections.abc import Mapping
from pathlib import Path

from render.engine import Chart

CHART_YAML = "apiVersion: v2\nname: demo\nversion: 1.0.0\n"


def chart(folder: Path, files: Mapping[str, str]) -> Chart:
    """Write the chart `demo` below a folder."""
    for name, text in {"Chart.yaml": CHART_YAML, **files}.items():
        path = folder / "demo" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    return Chart(folder / "demo")


def helm_template(binary: Path, chart: Chart, home: Path, *arguments: str) -> str:
    """Return what `helm template run1 CHART -n team ARGUMENTS` prints."""
    homes = {f"HELM_{kind}_HOME": str(home / "helm") for kind in ("CACHE", "CONFIG", "DATA")}
    command = [str(binary), "template", "run1", str(chart.path), "-n", "team", *arguments]
    return subprocess.run(command, env={"HOME": str(home), **homes}, capture_output=True, check=True).stdout.decode()
