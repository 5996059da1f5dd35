"""What `render validate` is measured against: `helm template | kubeconform -strict`, and the bare render."""

import os
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

CHECKOUT = Path(__file__).parents[2]
CHART = CHECKOUT / "charts" / "training-job"
LOCATIONS = (
    "schemas/{{.NormalizedKubernetesVersion}}/{{.Group}}/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json",
    "schemas/crds/{{.Group}}/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json",
)
BYTECODE = TemporaryDirectory(prefix="render-bench-")
RENDER = "from render.__main__ import main; main()"
"""What the installed command runs."""
BARE = """\
import sys, tempfile
from pathlib import Path
import helm_python
from render.engine.validation_chart import without_schema
chart = without_schema(Path(sys.argv[1]))
for path in sys.argv[2:]:
    chart.render(helm_python.values_from_yaml(Path(path).read_text()), name="run", namespace="default")
"""
"""Helm's engine alone, in one process: no schema, no order, no judge."""


# With the bytecode kept, as an installed package has it.
_KEPT = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
QUIETLY: dict[str, Any] = {
    "env": {**_KEPT, "PYTHONPATH": str(CHECKOUT), "PYTHONPYCACHEPREFIX": BYTECODE.name},
    "stderr": subprocess.DEVNULL,
}


@dataclass(frozen=True, slots=True)
class Commands:
    """The real commands."""

    helm: Path
    kubeconform: Path

    def render(self, spec: Path) -> None:
        """Render one spec."""
        render: list[str | Path] = [self.helm, "template", "run", CHART, "-f", spec]
        subprocess.run(render, stdout=subprocess.DEVNULL, check=True)

    def pipeline(self, spec: Path) -> None:
        """Run what people run today, for one spec."""
        render: list[str | Path] = [self.helm, "template", "run", CHART, "-f", spec]
        locations = [part for location in LOCATIONS for part in ("-schema-location", str(CHECKOUT / location))]
        judge: list[str | Path] = [self.kubeconform, "-strict", "-kubernetes-version", "1.37.0", *locations]
        with subprocess.Popen(render, stdout=subprocess.PIPE) as helm:
            subprocess.run(judge, stdin=helm.stdout, check=True)
        assert helm.returncode == 0


def validate(*paths: Path) -> None:
    """Run `render validate` as a process."""
    subprocess.run([sys.executable, "-c", RENDER, "validate", *paths], **QUIETLY, check=True)


def template(spec: Path) -> None:
    """Run `render template` as a process."""
    subprocess.run([sys.executable, "-c", RENDER, "template", spec], **QUIETLY, stdout=subprocess.DEVNULL, check=True)


def bare(*specs: Path) -> None:
    """Render specs as a process, with nothing else."""
    subprocess.run([sys.executable, "-c", BARE, CHART, *specs], **QUIETLY, check=True)


def memory(*paths: Path) -> int:
    """Return the most memory (MiB) that `render validate` and its children have together."""
    most = 0
    with subprocess.Popen([sys.executable, "-c", RENDER, "validate", *paths], **QUIETLY) as process:
        while process.poll() is None:
            most = max(most, _memory(process.pid))
            with suppress(subprocess.TimeoutExpired):
                process.wait(0.05)
    assert process.returncode == 0
    return most // 1024


def _memory(process: int) -> int:
    """Return the proportional memory (KiB) of a process and its children; what has ended has none."""
    try:
        children = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii").split()
        rollup = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii")
    except OSError:
        return 0
    own = next((int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:")), 0)
    return own + sum(_memory(int(child)) for child in children)
