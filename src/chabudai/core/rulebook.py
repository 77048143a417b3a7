"""Parse a game's RULES.md: headings are rule IDs, the text below them is the rule."""

import re
from pathlib import Path

from chabudai.core.struct import Struct

HEADING = re.compile(r"^#{2,6}\s+([A-Z]{2}-A?\d+)\b\s*(.*)$")
LANGUAGES = ("en", "ja")


class Rule(Struct):
    """One numbered rule or ruling: `id` such as WB-14, `title` (may be empty), `text` Markdown."""

    id: str
    title: str
    text: str


class Rulebook(Struct):
    """The rules of a game in one language, in the order of the book."""

    title: str
    rules: tuple[Rule, ...]


def read_rulebook(folder: Path, lang: str) -> Rulebook:
    """The rulebook in a game's folder: RULES.md, or RULES.ja.md for `lang` "ja"."""
    name = "RULES.md" if lang == "en" else f"RULES.{lang}.md"
    return parse_rulebook((folder / name).read_text(encoding="utf-8"))


def parse_rulebook(text: str) -> Rulebook:
    """Read a rulebook. Text before the first rule, and chapter headings, belong to no rule."""
    title = ""
    rules: list[tuple[str, str, list[str]]] = []
    chapter = False
    for line in text.splitlines():
        if heading := HEADING.match(line):
            rules.append((heading[1], heading[2], []))
            chapter = False
        elif line.startswith("#"):
            title = title or line.lstrip("# ")
            chapter = True
        elif rules and not chapter:
            rules[-1][2].append(line)
    return Rulebook(title, tuple(Rule(i, head, "\n".join(body).strip()) for i, head, body in rules))
