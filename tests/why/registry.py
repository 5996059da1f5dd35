"""A registry that has no image for its node, the program of a pod on the lab.

Usage: `registry.py missing|forbidden|architecture`. Its certificate is in the folder `/tls`.

Standard library only.
"""

import json
import ssl
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer

PORT = 5000
_IMAGE = {
    "mediaType": "application/vnd.oci.image.manifest.v1+json",
    "digest": f"sha256:{0:064}",
    "size": 500,
    "platform": {"architecture": "s390x", "os": "linux"},
}
_INDEX_TYPE = "application/vnd.oci.image.index.v1+json"
_INDEX = {"schemaVersion": 2, "mediaType": _INDEX_TYPE, "manifests": [_IMAGE]}
_ANSWERS = {
    "missing": (404, {"errors": [{"code": "MANIFEST_UNKNOWN", "message": "manifest unknown"}]}),
    "forbidden": (401, {"errors": [{"code": "UNAUTHORIZED", "message": "authentication required"}]}),
    "architecture": (200, _INDEX),
}


class Registry(BaseHTTPRequestHandler):
    """One answer to every request."""

    answer = ""

    def do_HEAD(self) -> None:
        self._send_answer()

    def do_GET(self) -> None:
        self.wfile.write(self._send_answer())

    def _send_answer(self) -> bytes:
        status, content = _ANSWERS[self.answer]
        body = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", _INDEX_TYPE if status == 200 else "application/json")
        self.send_header("Content-Length", str(len(body)))
        if status == 401:
            self.send_header("WWW-Authenticate", 'Basic realm="registry"')
        self.end_headers()
        return body


if __name__ == "__main__":
    Registry.answer = sys.argv[1]
    server = HTTPServer(("127.0.0.1", PORT), Registry)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain("/tls/tls.crt", "/tls/tls.key")
    server.socket = context.wrap_socket(server.socket, server_side=True)
    server.serve_forever()
