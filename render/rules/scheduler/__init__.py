"""Gangs and queues: what makes the pods of a run start together."""
