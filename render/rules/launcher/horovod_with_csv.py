"""RUN121 horovod-with-csv: OpenCLIP reads a table with Horovod, and asks torch for its share of it.

The sampler of CSV data asks torch.distributed for rank and world size, which Horovod does not initialise: it stops with
`Default process group has not been initialized`. WebDataset takes its share from Horovod's ranks.

Source: https://github.com/mlfoundations/open_clip/blob/main/src/open_clip_train/data.py

Example:
    image: registry.example/train:1
    launcher: plain
    command: [horovodrun, -np, "8", python, -m, open_clip_train.main, --horovod, --dataset-type, csv]
Use instead:
    image: registry.example/train:1
    launcher: plain
    command: [horovodrun, -np, "8", python, -m, open_clip_train.main, --horovod, --dataset-type, webdataset]
"""

from collections.abc import Iterator

from render.programs.program import Program
from render.rules.rule import Finding, rule


@rule(keys=("horovod",))
def check(program: Program) -> Iterator[Finding]:
    """Look for both options; a file that ends in `.csv` makes the type, too."""
    for found in program.launches:
        options = found.program_options
        kind, data = options.get("dataset_type"), options.get("train_data")
        if "horovod" not in options:
            continue
        if kind is not None and kind.literal == "csv":
            yield Finding(
                kind.flag.path, "CSV data needs torch's process group, which `--horovod` does not make", _HINT
            )
        elif (
            data is not None
            and (data.literal or "").endswith((".csv", ".tsv"))
            and _is_automatic(kind.literal if kind else None)
        ):
            yield Finding(
                data.flag.path, "CSV data needs torch's process group, which `--horovod` does not make", _HINT
            )


_HINT = "WebDataset shards, or torchrun without `--horovod`"


def _is_automatic(kind: str | None) -> bool:
    return kind in (None, "auto")
