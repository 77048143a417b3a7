"""Adapters that connect the games to other frameworks and programs, based only on the games'
contract.

`observations`, `actions` and `episode` need no framework. `aec`, `parallel`, `single` and
`openspiel` each need a framework, which an extra installs. docs/adapters.md documents the shapes.
"""
