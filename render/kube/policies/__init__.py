"""Admission policies (ValidatingAdmissionPolicy), evaluated without a server."""
