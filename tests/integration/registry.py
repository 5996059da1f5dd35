"""A real registry on this machine, over TLS as `helm` wants it."""

import json
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

_LISTENING = re.compile(r"listening on (127\.0\.0\.1:\d+), tls")


@dataclass(frozen=True)
class Registry:
    """One that is running."""

    host: str
    """With its port."""
    certificate: Path
    """Whom to trust: in the variable SSL_CERT_FILE."""
    storage: Path

    def blob(self, digest: str) -> Path:
        """Return the file in which it keeps what has a digest."""
        kind, _, number = digest.partition(":")
        return self.storage / "docker/registry/v2/blobs" / kind / number[:2] / number / "data"


@contextmanager
def registry(binary: Path, folder: Path) -> Iterator[Registry]:
    """Run a registry that keeps its things in a folder."""
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    subject = ["-subj", "/CN=registry", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "1"]
    request = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", *subject]
    subprocess.run([*request, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    settings = {
        "version": 0.1,
        "storage": {"filesystem": {"rootdirectory": str(folder / "storage")}},
        "http": {"addr": "127.0.0.1:0", "tls": {"certificate": str(certificate), "key": str(key)}},
    }
    (folder / "settings.yaml").write_text(json.dumps(settings), encoding="utf-8")
    command = [str(binary), "serve", str(folder / "settings.yaml")]
    with (
        (folder / "log").open("wb") as log,
        subprocess.Popen(command, stdout=log, stderr=subprocess.PIPE, text=True) as server,
    ):
        try:
            assert server.stderr is not None
            lines = []
            for line in server.stderr:
                lines.append(line)
                if found := _LISTENING.search(line):
                    break
            else:
                raise AssertionError("".join(lines))
            yield Registry(found[1], certificate, folder / "storage")
        finally:
            server.kill()
            server.communicate()
