"""RUN121 horovod-with-csv: OpenCLIP reads CSV data with Horovod, which doesn't set up torch's process group.

The sampler for CSV data asks torch.distributed for rank and world size, which Horovod doesn't initialize: it stops with
`Default process group has not been initialized`. WebDataset uses Horovod's ranks.

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
    """Report both options. A file that ends in `.csv` implies the type."""
    for found in program.launches:
        options = found.program_options
        kind, data = options.get("dataset_type"), options.get("train_data")
        if "horovod" not in options:
            continue
        if kind is not None and kind.literal == "csv":
            yield Finding(
                kind.flag.path, "CSV data requires torch's process group, which `--horovod` doesn't set up", _HINT
            )
        elif (
            data is not None
            and (data.literal or "").endswith((".csv", ".tsv"))
            and _is_automatic(kind.literal if kind else None)
        ):
            yield Finding(
                data.flag.path, "CSV data requires torch's process group, which `--horovod` doesn't set up", _HINT
            )


_HINT = "use WebDataset shards, or torchrun without `--horovod`"


def _is_automatic(kind: str | None) -> bool:
    return kind in (None, "auto")
