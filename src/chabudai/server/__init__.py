"""The tables on the web: an event log, sockets that are told what their seat may know, and bots."""
