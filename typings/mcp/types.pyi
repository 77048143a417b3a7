"""Messages of the protocol."""

from typing import Literal

class ToolAnnotations:
    read_only_hint: bool | None
    destructive_hint: bool | None
    def __init__(self, *, read_only_hint: bool, destructive_hint: bool) -> None: ...

class TextContent:
    text: str
    def __init__(self, *, type: Literal["text"], text: str) -> None: ...  # noqa: A002 - its name

class CallToolResult:
    content: list[TextContent]
    is_error: bool
    def __init__(self, *, content: list[TextContent], is_error: bool) -> None: ...

class Tool:
    name: str
    description: str | None
    annotations: ToolAnnotations

class ListToolsResult:
    tools: list[Tool]
