"""The proof harness: what is promised is tried at a size that is handed in.

The tests here run each proof small; `make record` runs the same ones large.
"""
