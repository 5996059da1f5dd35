"""Expand a TrainJob and its runtime into objects, as the controller of Kubeflow Trainer does."""

from render.trainer.context import PORT as PORT
from render.trainer.context import ExpansionFinding as ExpansionFinding
from render.trainer.expansion import Expansion as Expansion
from render.trainer.expansion import expand as expand
from render.trainer.expansion import expand_all as expand_all
from render.trainer.expansion import pair_runtimes as pair_runtimes
from render.trainer.release import TrainerRelease as TrainerRelease
