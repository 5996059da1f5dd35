"""Print the TrainJob that Kubeflow's Python SDK sends to a cluster. Run by a Python that has the SDK.

The SDK, its client and the transport are real. What stands for the cluster is a server on this machine that knows the
one runtime on standard input, takes every TrainJob, and has no version to tell.
"""

import json
import sys
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

RUNTIME = json.load(sys.stdin)
sent: list[dict[str, Any]] = []


class Cluster(BaseHTTPRequestHandler):
    """Answer as an API server does."""

    def do_GET(self) -> None:
        """Give the runtime."""
        is_known = self.path.endswith(f"/clustertrainingruntimes/{RUNTIME['metadata']['name']}")
        self._answer(200 if is_known else 404, RUNTIME if is_known else {"kind": "Status", "code": 404})

    def do_POST(self) -> None:
        """Take a TrainJob."""
        sent.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self._answer(201, sent[-1])

    def _answer(self, status: int, body: dict[str, Any]) -> None:
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_: object) -> None:
        """Say nothing: standard error is for what is wrong."""


def train(epochs: int) -> None:
    """Train, on every node."""
    import torch.distributed as dist

    dist.init_process_group()
    print(f"{epochs} epochs on {dist.get_world_size()} processes")
    dist.destroy_process_group()


def submit(url: str, function: Callable[..., None]) -> None:
    """Do what a user of the SDK does."""
    from kubeflow.trainer import CustomTrainer, KubernetesBackendConfig, TrainerClient
    from kubeflow.trainer.options import Name
    from kubernetes import client

    kubernetes = KubernetesBackendConfig(namespace="team", client_configuration=client.Configuration(host=url))
    TrainerClient(kubernetes).train(
        runtime=RUNTIME["metadata"]["name"],
        trainer=CustomTrainer(
            func=function,
            func_args={"epochs": 3},
            num_nodes=2,
            packages_to_install=["einops"],
            env={"NCCL_DEBUG": "INFO"},
            resources_per_node={"cpu": 4, "memory": "16Gi", "gpu": 2},
        ),
        options=[Name("fine-tune")],
    )


if __name__ == "__main__":
    server = HTTPServer(("127.0.0.1", 0), Cluster)
    Thread(target=server.serve_forever, daemon=True).start()
    submit(f"http://127.0.0.1:{server.server_port}", train)
    json.dump(sent[0], sys.stdout)
