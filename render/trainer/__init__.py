"""What the controller of Kubeflow Trainer makes of a TrainJob and its runtime."""
