"""MNIST, or digits of the same shape that are drawn here. Standard library only.

Both are a folder of four files in MNIST's idx format (http://yann.lecun.com/exdb/mnist/): one reader serves both.
"""

import random
import struct
import tempfile
from dataclasses import dataclass
from pathlib import Path

SIDE = 28
HELD_OUT = 2000
IMAGES_MAGIC, LABELS_MAGIC = 0x803, 0x801  # unsigned bytes in three dimensions, in one
FILES = {
    "train": ("train-images-idx3-ubyte", "train-labels-idx1-ubyte"),
    "held-out": ("t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte"),
}

GLYPHS = """
.###. ..#.. .###. .###. ...#. ##### ..##. ##### .###. .###.
#...# .##.. #...# #...# ..##. #.... .#... ....# #...# #...#
#..## ..#.. ....# ....# .#.#. ####. #.... ...#. #...# #...#
#.#.# ..#.. ...#. ..##. #..#. ....# ####. ..#.. .###. .####
##..# ..#.. ..#.. ....# ##### ....# #...# .#... #...# ....#
#...# ..#.. .#... #...# ...#. #...# #...# .#... #...# ...#.
.###. .###. ##### .###. ...#. .###. .###. .#... .###. .##..
"""
SCALE = 3
# A random byte to a pixel: faint grain, and one pixel in 64 fully lit.
GRAIN = bytes(255 if byte >= 252 else byte // 3 for byte in range(256))


@dataclass(frozen=True)
class Digits:
    """Handwritten or drawn digits: `pixels` holds `SIDE * SIDE` bytes an image, `labels` one byte, 0 to 9."""

    pixels: bytes
    labels: bytes


def is_mnist(folder: Path) -> bool:
    """Whether `folder` holds MNIST. Raises FileNotFoundError when it holds only a part of it."""
    names = [name for pair in FILES.values() for name in pair]
    missing = [name for name in names if not (folder / name).is_file()]
    if missing and len(missing) < len(names):
        raise FileNotFoundError(f"`{folder}` holds a part of MNIST, without {', '.join(missing)}")
    return not missing


def read(folder: Path, split: str) -> Digits:
    """The `train` or `held-out` digits in `folder`. Raises ValueError for a file that is not what its name says."""
    images, labels = (folder / name for name in FILES[split])
    digits = Digits(_read_idx(images, IMAGES_MAGIC, SIDE * SIDE), _read_idx(labels, LABELS_MAGIC, 1))
    if len(digits.pixels) != len(digits.labels) * SIDE * SIDE:
        raise ValueError(f"`{images}` and `{labels}` hold different numbers of digits")
    return digits


def write_drawn(folder: Path, train_samples: int, seed: int) -> None:
    """Write drawn digits to `folder`: `train_samples` and `HELD_OUT` others, the same bytes for the same arguments."""
    folder.mkdir(parents=True, exist_ok=True)
    for split, count in (("train", train_samples), ("held-out", HELD_OUT)):
        digits = draw(count, f"{split} {seed}")
        images, labels = (folder / name for name in FILES[split])
        _write(images, struct.pack(">4I", IMAGES_MAGIC, count, SIDE, SIDE) + digits.pixels)
        _write(labels, struct.pack(">2I", LABELS_MAGIC, count) + digits.labels)


def draw(count: int, seed: str) -> Digits:
    """Draw `count` digits: shifted, slanted, of different ink, in grain."""
    rng = random.Random(seed)  # noqa: S311  repeatable on purpose
    labels = bytes(rng.randrange(10) for _ in range(count))
    return Digits(b"".join(_image(rng, label) for label in labels), labels)


def _image(rng: random.Random, digit: int) -> bytes:
    ink = bytes([rng.randint(150, 255)]) * SCALE
    rows = [row.split()[digit] for row in GLYPHS.strip().splitlines()]
    width, height = SCALE * len(rows[0]), SCALE * len(rows)
    top, slant = rng.randint(0, SIDE - height), rng.randint(-3, 3)
    left = rng.randint(abs(slant), SIDE - width - abs(slant))
    canvas = bytearray(SIDE * SIDE)
    for y in range(height):
        pixels = b"".join(ink if cell == "#" else bytes(SCALE) for cell in rows[y // SCALE])
        start = (top + y) * SIDE + left + slant * (height // 2 - y) // (height // 2)
        canvas[start : start + width] = pixels
    return bytes(map(max, canvas, rng.randbytes(SIDE * SIDE).translate(GRAIN)))


def _read_idx(path: Path, magic: int, item_size: int) -> bytes:
    content = path.read_bytes()
    header = 4 * (1 + magic % 256)
    if len(content) < header or struct.unpack_from(">I", content)[0] != magic:
        raise ValueError(f"`{path}` is not an idx file of the expected kind")
    count = struct.unpack_from(">I", content, 4)[0]
    if len(content) != header + count * item_size:
        raise ValueError(f"`{path}` does not hold the {count} digits that it announces")
    return content[header:]


def _write(path: Path, content: bytes) -> None:
    # Two nodes may share the folder: a reader sees a whole file or none, and of two equal files the last one stays.
    with tempfile.TemporaryDirectory(dir=path.parent) as scratch:
        complete = Path(scratch, path.name)
        complete.write_bytes(content)
        complete.replace(path)
