"""The chart, packed and pushed to a real registry: Helm and `render` render the same from there."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.conftest import CHECKOUT
from tests.integration.registry import Registry, registry
from tests.schema import CHART

SPEC = CHECKOUT / "examples" / "mnist-ddp" / "spec.yaml"


@dataclass(frozen=True)
class Published:
    """The chart in a registry."""

    registry: Registry
    home: Path
    digest: str
    path: str

    @property
    def name(self) -> str:
        return f"oci://{self.registry.host}/charts/training-job"

    def run(self, *command: str | Path) -> subprocess.CompletedProcess[str]:
        """Run a command as a user of the registry does."""
        environment = {
            "HOME": str(self.home),
            "PATH": self.path,
            "PYTHONPATH": str(CHECKOUT),
            "SSL_CERT_FILE": str(self.registry.certificate),
            "TMPDIR": str(self.home),
        }
        return subprocess.run(command, env=environment, cwd=self.home, capture_output=True, text=True, check=False)

    def template(self, reference: str) -> subprocess.CompletedProcess[str]:
        return self.run(sys.executable, "-m", "render", "template", SPEC, "--chart", reference)


@pytest.fixture(scope="module")
def published(helm: Path, registry_server: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Published]:
    folder = tmp_path_factory.mktemp("registry")
    home = tmp_path_factory.mktemp("home")
    with registry(registry_server, folder) as running:
        before = Published(running, home, "", f"{helm.parent}{os.pathsep}{os.defpath}")
        assert before.run("helm", "package", CHART, "--destination", folder).returncode == 0
        (archive,) = folder.glob("*.tgz")
        pushed = before.run("helm", "push", archive, f"oci://{running.host}/charts")
        digest = re.search(r"Digest: (sha256:[0-9a-f]{64})", pushed.stdout + pushed.stderr)
        assert digest, pushed.stderr
        yield Published(running, home, digest[1], before.path)


@pytest.fixture
def helm_prints(helm: Path) -> str:
    command = [str(helm), "template", "mnist-ddp", str(CHART), "-f", str(SPEC)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("kind", ["tag", "digest", "both"])
def test_render_prints_what_helm_prints(published: Published, kind: str, helm_prints: str) -> None:
    version = {"tag": ":0.1.0", "digest": f"@{published.digest}", "both": f":0.1.0@{published.digest}"}[kind]
    done = published.template(published.name + version)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == helm_prints
    assert published.run("helm", "template", "mnist-ddp", published.name + version, "-f", SPEC).stdout == helm_prints


def test_helm_installs_from_it(published: Published, helm_prints: str) -> None:
    arguments = ["--version", "0.1.0", "--dry-run=client", "-f", str(SPEC)]
    done = published.run("helm", "install", "mnist-ddp", published.name, *arguments)
    assert done.returncode == 0, done.stderr
    assert helm_prints.strip() in done.stdout


def test_nothing_is_left_behind(published: Published) -> None:
    published.template(f"{published.name}:0.1.0")
    assert not list(published.home.glob("render-*"))


REFUSED = {
    "no version": ("", r"names no version of a chart\nhint: write `oci://"),
    "a version that is not there": (":9.9.9", r"can't be pulled: .*not found"),
    "a digest that is not there": (f"@sha256:{'0' * 64}", r"can't be pulled: .*not found"),
    "a digest that is none": ("@sha256:12", r"names no version of a chart"),
    "an option": (":0.1.0 --insecure", r"names no version of a chart"),
}


@pytest.mark.parametrize(("version", "message"), REFUSED.values(), ids=REFUSED)
def test_what_can_not_be_pulled(published: Published, version: str, message: str) -> None:
    done = published.template(published.name + version)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.search(message, done.stderr), done.stderr
    assert "Traceback" not in done.stderr


def test_without_helm_the_way_out_is_reported(published: Published) -> None:
    done = Published(published.registry, published.home, "", os.defpath).template(f"{published.name}:0.1.0")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith(
        f"Error: no `helm` is found in PATH, which pulls `{published.name}:0.1.0`\n"
        "hint: install Helm, or pull the chart where Helm is and give its archive: `--chart CHART-VERSION.tgz`\n"
    )


def test_what_is_not_what_its_digest_says_is_refused(published: Published, tmp_path: Path) -> None:
    manifest = published.registry.blob(published.digest)
    kept = shutil.copy(manifest, tmp_path)
    try:
        manifest.write_bytes(manifest.read_bytes().replace(b'"size":', b'"size": '))
        for version in (f"@{published.digest}", ":0.1.0"):
            done = published.template(published.name + version)
            assert (done.returncode, done.stdout) == (2, ""), version
            assert "can't be pulled" in done.stderr
    finally:
        shutil.copy(kept, manifest)
