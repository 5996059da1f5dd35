"""The files of a repository with specs."""

GOOD = "kind: TrainingJob\nname: good\nimage: registry.example/train:1.0\ncommand: [train]\n"
BROKEN = "kind: TrainingJob\nname: broken\nimage: registry.example/train:1.0\nnumNode: 3\n"
