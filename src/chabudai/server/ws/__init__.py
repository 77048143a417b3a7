"""WebSockets: receive commands, and send what a seat may know."""
