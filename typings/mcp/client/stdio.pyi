"""A server in a child process."""

from contextlib import AbstractAsyncContextManager

class StdioServerParameters:
    def __init__(
        self, *, command: str, args: list[str], env: dict[str, str] | None = None
    ) -> None: ...

def stdio_client(server: StdioServerParameters) -> AbstractAsyncContextManager[object]: ...
