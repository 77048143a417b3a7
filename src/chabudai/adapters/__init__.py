"""Adapters of the games for other frameworks and programs, based on the contract alone.

`observations`, `actions` and `episode` need no framework. `aec`, `parallel`, `single` and
`openspiel` each need one, which is an extra. docs/adapters.md documents the shapes.
"""
