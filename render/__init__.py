"""Turn a declarative training spec into Kubernetes manifests for distributed training."""

__version__ = "0.1.0"
