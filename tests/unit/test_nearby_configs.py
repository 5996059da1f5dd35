"""Configuration files next to a spec that runs on this machine."""

from pathlib import Path
from typing import Any

from render.local.nearby_configs import check_nearby
from render.problem import Severity

SIZE: dict[str, Any] = {"numNodes": 2, "numProcPerNode": "auto", "resourcesPerNode": {"limits": {"nvidia.com/gpu": 8}}}
FACTORY = {**SIZE, "launcher": "llamafactory", "command": ["llamafactory-cli", "train", "conf/sft.yaml"]}


def found(folder: Path, files: dict[str, str], **values: Any) -> list[tuple[str, str, int | None]]:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    nearby = check_nearby({**FACTORY, **values}, str(folder / "spec.yaml"))
    assert all(problem.severity is not Severity.ERROR for problem in nearby.problems)
    return [(problem.code, Path(problem.file or "").name, problem.line) for problem in nearby.problems]


def test_a_file_of_the_command(tmp_path: Path) -> None:
    text = "stage: sft\nnum_machines: 2\n"
    assert found(tmp_path, {"conf/sft.yaml": text}) == [("RUN331", "sft.yaml", 2)]
    assert found(tmp_path, {"conf/sft.yaml": text}, workingDir="/app") == [("RUN331", "sft.yaml", 2)]


def test_a_file_that_it_names(tmp_path: Path) -> None:
    files = {"conf/sft.yaml": "stage: sft\ndeepspeed: ds.json\n", "ds.json": '{"fp16": {}, "fp16": {}}'}
    assert [code for code, name, _ in found(tmp_path, files) if name == "ds.json"] == ["RUN321"]


def test_right_and_missing_files(tmp_path: Path) -> None:
    assert found(tmp_path, {"conf/sft.yaml": "stage: sft\n"}) == []
    assert found(tmp_path / "conf", {}) == []
    assert check_nearby(FACTORY, "-").problems == ()


def test_files_of_other_folders_are_not_read(tmp_path: Path) -> None:
    inside = tmp_path / "a"
    inside.mkdir()
    (tmp_path / "sft.yaml").write_text("num_machines: 2\n", encoding="utf-8")
    for name in ("../sft.yaml", str(tmp_path / "sft.yaml")):
        assert found(inside, {}, command=["llamafactory-cli", "train", name]) == []
