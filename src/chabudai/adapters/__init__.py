"""Adapters that connect the games to other frameworks and programs. They use only the games'
contract.

`observations`, `actions` and `episode` need no framework. `aec`, `parallel`, `single` and
`openspiel` each need a framework, which an extra installs. docs/adapters.md documents them.
"""
