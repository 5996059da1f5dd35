"""Pictures with captions in tar files, as the package `webdataset` reads them."""

import io
import tarfile
from collections.abc import Iterator
from pathlib import Path

from PIL import Image


def write(folder: Path, pattern: str, shards: int, samples: int) -> None:
    """Write so many shards into a new folder; `pattern` has their number."""
    folder.mkdir()
    for shard in range(shards):
        with tarfile.open(folder / pattern.format(shard), "w") as tar:
            for name, content in _files(shard, samples):
                member = tarfile.TarInfo(name)
                member.size = len(content)
                tar.addfile(member, io.BytesIO(content))


def _files(shard: int, samples: int) -> Iterator[tuple[str, bytes]]:
    """Yield a picture in one colour and a caption for each sample: files with the same stem belong together."""
    for number in range(samples):
        picture = io.BytesIO()
        Image.new("RGB", (32, 32), (shard * 60, number * 30, 0)).save(picture, "jpeg")
        yield f"{shard:04}{number:05}.jpg", picture.getvalue()
        yield f"{shard:04}{number:05}.txt", f"colour {shard} {number}".encode()
