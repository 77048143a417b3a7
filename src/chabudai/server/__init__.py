"""The tables: lobby, log, sockets, pages."""
