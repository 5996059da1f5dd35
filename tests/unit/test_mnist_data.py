"""The digits of examples/mnist-ddp: drawn the same everywhere, read from MNIST's files, refused when damaged."""

import importlib.util
import shutil
import struct
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

PROGRAM = Path(__file__).parents[2] / "examples/mnist-ddp/data.py"
IMAGE = 28 * 28
HEADER = struct.Struct(">4I")


@pytest.fixture(scope="module")
def data() -> ModuleType:
    spec = importlib.util.spec_from_file_location("mnist_data", PROGRAM)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def drawn(data: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("drawn")
    data.write_drawn(folder, 20, 0)
    return folder


@pytest.fixture
def mnist(drawn: Path, tmp_path: Path) -> Path:
    """A folder with the four files of MNIST: 20 digits to train."""
    return Path(shutil.copytree(drawn, tmp_path / "mnist"))


def test_drawn_digits_are_the_same_for_the_same_seed_only(data: ModuleType) -> None:
    first, again, other = (data.draw(50, seed) for seed in ("a", "a", "b"))
    assert first == again
    assert first.pixels != other.pixels


def test_drawn_digits_have_mnists_shape_and_all_labels(data: ModuleType) -> None:
    digits = data.draw(200, "shape")
    assert len(digits.pixels) == 200 * IMAGE
    assert set(digits.labels) == set(range(10))


def test_two_drawings_of_a_digit_differ(data: ModuleType) -> None:
    digits = data.draw(200, "variety")
    images = {digits.pixels[start : start + IMAGE] for start in range(0, 200 * IMAGE, IMAGE)}
    assert len(images) == 200


def test_the_held_out_digits_are_others_than_those_to_train_on(data: ModuleType, mnist: Path) -> None:
    train, held_out = data.read(mnist, "train"), data.read(mnist, "held-out")
    assert len(train.labels) == 20
    assert len(held_out.labels) == data.HELD_OUT
    assert train.pixels[:IMAGE] not in held_out.pixels


def test_files_of_mnist_are_read_as_they_are(data: ModuleType, mnist: Path) -> None:
    # Written by hand after the format's description: big-endian magic number, sizes, then bytes.
    pixels, labels = bytes([7] * IMAGE + [9] * IMAGE), bytes([5, 0])
    (mnist / "train-images-idx3-ubyte").write_bytes(HEADER.pack(2051, 2, 28, 28) + pixels)
    (mnist / "train-labels-idx1-ubyte").write_bytes(struct.pack(">2I", 2049, 2) + labels)
    assert data.is_mnist(mnist)
    assert data.read(mnist, "train") == data.Digits(pixels, labels)


def test_writing_leaves_the_four_files_and_nothing_else(data: ModuleType, mnist: Path) -> None:
    assert {path.name for path in mnist.iterdir()} == {name for pair in data.FILES.values() for name in pair}


def test_an_empty_or_missing_folder_is_not_mnist(data: ModuleType, tmp_path: Path) -> None:
    assert not data.is_mnist(tmp_path)
    assert not data.is_mnist(tmp_path / "missing")


def test_a_part_of_mnist_is_refused_by_the_name_of_what_is_missing(data: ModuleType, mnist: Path) -> None:
    (mnist / "t10k-labels-idx1-ubyte").unlink()
    with pytest.raises(FileNotFoundError, match="without t10k-labels-idx1-ubyte"):
        data.is_mnist(mnist)


def _one_less(content: bytes) -> bytes:
    return HEADER.pack(2051, 19, 28, 28) + content[HEADER.size : -IMAGE]


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        pytest.param(lambda content: content[:10], "is not an idx file", id="without a whole header"),
        pytest.param(lambda content: b"\x1f\x8b" + content[2:], "is not an idx file", id="still packed"),
        pytest.param(lambda content: content[:-1], "does not hold the 20 digits", id="cut off"),
        pytest.param(lambda content: content + b"x", "does not hold the 20 digits", id="too long"),
        pytest.param(_one_less, "hold different numbers of digits", id="fewer images than labels"),
    ],
)
def test_damaged_images_are_refused(
    data: ModuleType, mnist: Path, damage: Callable[[bytes], bytes], message: str
) -> None:
    images = mnist / "train-images-idx3-ubyte"
    images.write_bytes(damage(images.read_bytes()))
    with pytest.raises(ValueError, match=message):
        data.read(mnist, "train")
