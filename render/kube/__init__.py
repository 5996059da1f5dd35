"""Kubernetes objects as the API server checks them: schemas, formats, CEL rules and admission policies."""
