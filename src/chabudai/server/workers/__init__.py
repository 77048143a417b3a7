"""Processes in which bots think and jobs run."""
