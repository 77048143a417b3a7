"""A server of tools."""

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import Literal

from mcp.types import CallToolResult, ToolAnnotations

class Context: ...

class MCPServer:
    def __init__(
        self,
        name: str,
        *,
        instructions: str,
        lifespan: Callable[[object], AbstractAsyncContextManager[None]],
        log_level: Literal["ERROR"],
    ) -> None: ...
    def add_tool(
        self,
        fn: Callable[..., Awaitable[str | CallToolResult]],
        *,
        description: str,
        annotations: ToolAnnotations,
        structured_output: bool,
    ) -> None: ...
    async def call_tool(
        self, name: str, arguments: dict[str, object], context: Context | None = None
    ) -> CallToolResult: ...
    def run(self, transport: Literal["stdio"]) -> None: ...
