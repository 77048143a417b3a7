"""Processes beside the one that serves: those that serve with it, think, work, and write."""
