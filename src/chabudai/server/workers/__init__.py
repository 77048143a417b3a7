"""Processes for bots and jobs."""
