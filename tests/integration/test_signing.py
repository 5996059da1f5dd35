"""A signed chart: `helm verify` takes it as it was packed, and refuses it once a byte has changed."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.chart.helm import CHART

KEY = "Release <release@example.com>"


@dataclass(frozen=True)
class Signer:
    """Somebody with a key that is thrown away."""

    home: Path

    def run(self, *command: str | Path) -> subprocess.CompletedProcess[str]:
        environment = {"HOME": str(self.home), "GNUPGHOME": str(self.home / "gnupg"), "PATH": os.environ["PATH"]}
        return subprocess.run(command, env=environment, cwd=self.home, capture_output=True, text=True, check=False)

    def gpg(self, *arguments: str | Path) -> None:
        done = self.run("gpg", "--batch", "--quiet", "--pinentry-mode", "loopback", "--passphrase", "", *arguments)
        assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def signer(helm: Path) -> Iterator[Signer]:
    if shutil.which("gpg") is None:
        pytest.skip("gpg is not installed")
    with TemporaryDirectory(dir="/tmp") as folder:  # gpg's agent has a socket there, whose path must be short
        signer = Signer(Path(folder))
        (signer.home / "gnupg").mkdir(mode=0o700)
        try:
            signer.gpg("--quick-generate-key", KEY, "rsa3072", "sign", "1d")
            # Helm reads OpenPGP's older format of keyrings.
            signer.gpg("--export-secret-keys", "--output", signer.home / "secret.gpg")
            signer.gpg("--export", "--output", signer.home / "public.gpg")
            signed = signer.run(
                helm, "package", CHART, "--sign", "--key", "Release", "--keyring", signer.home / "secret.gpg"
            )
            assert signed.returncode == 0, signed.stderr
            yield signer
        finally:
            signer.run("gpgconf", "--kill", "all")


def test_what_was_signed_is_verified(signer: Signer, helm: Path) -> None:
    done = signer.run(helm, "verify", "training-job-0.1.0.tgz", "--keyring", signer.home / "public.gpg")
    assert (done.returncode, done.stderr) == (0, "")
    assert f"Signed by: {KEY}" in done.stdout


def test_what_has_changed_since_is_refused(signer: Signer, helm: Path) -> None:
    (signer.home / "changed").mkdir()
    for name in ("training-job-0.1.0.tgz", "training-job-0.1.0.tgz.prov"):
        shutil.copy(signer.home / name, signer.home / "changed")
    archive = signer.home / "changed" / "training-job-0.1.0.tgz"
    archive.write_bytes(archive.read_bytes() + b"\0")
    done = signer.run(helm, "verify", archive, "--keyring", signer.home / "public.gpg")
    assert done.returncode == 1
    assert "sha256 sum does not match" in done.stderr
