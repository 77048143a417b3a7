"""HTML tables for notebooks."""

from collections.abc import Iterable
from html import escape


def table(caption: str, head: Iterable[str], rows: Iterable[Iterable[str]], below: str) -> str:
    """Return a table with a paragraph below it."""
    body = "".join(cells("td", row) for row in rows)
    return (
        f"<table><caption>{escape(caption)}</caption><thead>{cells('th', head)}</thead>"
        f"<tbody>{body}</tbody></table><p>{escape(below)}</p>"
    )


def cells(kind: str, texts: Iterable[str]) -> str:
    """Return a row of a table."""
    return f"<tr>{''.join(f'<{kind}>{escape(text)}</{kind}>' for text in texts)}</tr>"
