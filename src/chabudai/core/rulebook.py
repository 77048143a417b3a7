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


class Chapter(Struct):
    """A chapter: `title`, `text` Markdown above its rules (may be empty), `first` rule by ID."""

    title: str
    text: str
    first: str


class Rulebook(Struct):
    """The rules of a game in one language, in the order of the book; `introduction` is Markdown.

    A rule belongs to the last chapter that has begun, or to none.
    """

    title: str
    introduction: str
    chapters: tuple[Chapter, ...]
    rules: tuple[Rule, ...]

    def chapter_at(self, rule: Rule) -> Chapter | None:
        """The chapter that begins with a rule, if one does."""
        return next((chapter for chapter in self.chapters if chapter.first == rule.id), None)


def read_rulebook(folder: Path, lang: str) -> Rulebook:
    """The rulebook in a game's folder: RULES.md, or RULES.ja.md for `lang` "ja"."""
    name = "RULES.md" if lang == "en" else f"RULES.{lang}.md"
    return parse_rulebook((folder / name).read_text(encoding="utf-8"))


def parse_rulebook(text: str) -> Rulebook:
    """Read a rulebook. The first heading is its title; the text up to the next introduces it.

    A heading without an ID opens a chapter; one without rules is left out.
    """
    title = ""
    introduction: list[str] = []
    chapters: list[tuple[str, list[str], str]] = []
    rules: list[tuple[str, str, list[str]]] = []
    opened = ""
    body: list[str] = introduction
    for line in text.splitlines():
        if heading := HEADING.match(line):
            if opened:
                chapters.append((opened, body, heading[1]))
            opened, body = "", []
            rules.append((heading[1], heading[2], body))
        elif not line.startswith("#"):
            body.append(line)
        elif title:
            opened, body = line.lstrip("# "), []
        else:
            title = line.lstrip("# ")
    return Rulebook(
        title,
        prose(introduction),
        tuple(Chapter(head, prose(lines), first) for head, lines, first in chapters),
        tuple(Rule(number, head, prose(lines)) for number, head, lines in rules),
    )


def prose(lines: list[str]) -> str:
    """Lines as Markdown without blank lines around it."""
    return "\n".join(lines).strip()
