"""What the controller of Kubeflow Trainer makes of a TrainJob and its runtime."""

from render.trainer.expansion import Expansion as Expansion
from render.trainer.expansion import expand as expand
from render.trainer.outcomes import outcomes as outcomes
from render.trainer.outcomes import paired as paired
from render.trainer.release import Release as Release
from render.trainer.work import PORT as PORT
from render.trainer.work import Refusal as Refusal
