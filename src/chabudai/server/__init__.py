"""Game tables on the web: event log, WebSockets that send each seat what it may see, and bots."""
