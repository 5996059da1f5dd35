"""What preflight says of the image: libraries that load or don't, releases of NCCL and CUDA that are too old."""

import shutil
from pathlib import Path

import preflight_gpus as gpus
import preflight_image as image
import preflight_versions as versions
import pytest

from render.kube.hardware import gpus as models

EFA, IB, LINKED = {"FI_PROVIDER": "efa"}, {"NCCL_NET": "IB"}, {"NCCL_MNNVL_ENABLE": "1"}


def loading(*names: str) -> object:
    return lambda name: name in names


def test_a_library_loads_as_for_nccl() -> None:
    """The dynamic linker is asked, in a process of its own."""
    assert image.loads("libc.so.6")
    assert not image.loads("libnccl-net-of-nobody.so")


@pytest.mark.parametrize(
    ("environ", "names", "said"),
    [
        ({}, (), None),
        (LINKED, (), None),
        (EFA, ("libnccl-net-ofi.so", "libfabric.so.1"), "present"),
        (EFA, ("libfabric.so",), "libnccl-net.so can't be loaded"),
        (EFA, (), "libnccl-net.so and libfabric.so.1 can't be loaded"),
        ({**EFA, "NCCL_NET_PLUGIN": "aws"}, ("libnccl-net-aws.so", "libfabric.so.1"), "present"),
        (IB, ("libibverbs.so.1",), "present"),
        ({**IB, **LINKED}, (), "libibverbs.so.1 can't be loaded"),
    ],
)
def test_libraries_of_the_fabric(
    environ: dict[str, str], names: tuple[str, ...], said: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(image, "loads", loading(*names))
    assert image.libraries(environ) == said


@pytest.mark.parametrize(
    ("environ", "found", "said"),
    [
        (LINKED, "2.27.3", "present"),
        (LINKED, "2.21.5+cuda12.4", "present"),
        (LINKED, "2.20.5", "2.20.5, and NVLink between nodes requires 2.21"),
        (LINKED, None, None),
        (EFA, "2.4.8", None),
    ],
)
def test_release_of_nccl(
    environ: dict[str, str], found: str | None, said: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(versions, "nccl", lambda: found)
    assert image.nccl(environ) == said


@pytest.mark.parametrize(
    ("built", "capability", "said"),
    [
        ("12.8", "10.0", "present"),
        ("12.4", "10.0", "12.4, and compute capability 10.0 requires 12.8"),
        ("12.4", "9.0", "present"),
        (None, "9.0", None),
        ("12.4", None, None),
        ("12.4", "99.0", None),
    ],
)
def test_cuda(built: str | None, capability: str | None, said: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(versions, "cuda", lambda: built)
    monkeypatch.setattr(gpus, "capability", lambda: capability)
    assert image.cuda() == said


def test_capability_is_that_of_the_driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tool = tmp_path / "nvidia-smi"
    tool.write_text(f"#!{shutil.which('sh')}\nprintf '9.0\\n9.0\\n'\n", "utf-8")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert gpus.capability() == "9.0"
    tool.write_text(f"#!{shutil.which('sh')}\nexit 9\n", "utf-8")
    assert gpus.capability() is None


def test_no_model_requires_less_than_render_says() -> None:
    """`render validate` knows the first CUDA of each model; the table of the script is by compute capability."""
    table = image.table()["cuda"]
    for model in models().values():
        if model.capability in table:
            assert image.numbers(table[model.capability]) >= image.numbers(model.first), model.name
