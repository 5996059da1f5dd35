"""Console blocks of the documentation that ask a cluster, which holds what `tests/docs/cluster/PAGE.yaml` has."""

import re
from pathlib import Path

import pytest
import yaml

from tests.cluster.doctor_cases import NAMESPACE
from tests.cluster.held import holding
from tests.cluster.server import Server
from tests.conftest import CHECKOUT
from tests.docs.console import PAGES, Command, Folder, steps

OBJECTS = CHECKOUT / "tests" / "docs" / "cluster"
HASH = re.compile("-env-[0-9a-f]{10}")
ASKING = [page.name for page in PAGES if any(step.kind == "cluster" for step in steps(page.read_text("utf-8")))]


@pytest.mark.parametrize("name", ASKING)
def test_page_shows_what_is_printed(name: str, server: Server, tmp_path: Path, *, regen: bool) -> None:
    page = next(page for page in PAGES if page.name == name)
    text = page.read_text(encoding="utf-8")
    place = Folder(tmp_path, {})
    changes: list[tuple[Command, str]] = []
    with holding(yaml.safe_load((OBJECTS / f"{page.stem}.yaml").read_text("utf-8")), server) as namespace:
        for step in steps(text):
            if step.kind == "file":
                place.write(step.name, step.text)
            for command in step.commands if step.kind == "cluster" else ():
                line = command.line.replace(f"-n {NAMESPACE}", f"-n {namespace}")
                status, output = place.run(line, KUBECONFIG=str(server.kubeconfig))
                printed = output.replace(namespace, NAMESPACE)
                assert status == command.status, printed
                if regen and command.is_exact:
                    changes.append((command, printed))
                else:
                    assert HASH.sub("", printed) == HASH.sub("", command.printed)
    for command, printed in reversed(changes):
        text = text[: command.start] + printed + text[command.start + len(command.printed) :]
    if changes:
        page.write_text(text, encoding="utf-8")
