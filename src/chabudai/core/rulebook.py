"""A parser for a game's RULES.md: headings are rule IDs, the text below them is the rule."""

import re
from pathlib import Path

from chabudai.core.struct import Struct

HEADING = re.compile(r"^#{2,6}\s+([A-Z]{2}-A?\d+)\b\s*(.*)$")
ITEM = re.compile(r"\d\. (.+?)\s*(?=\d\. |$)")
LANGUAGES = ("en", "ja")


class Rule(Struct):
    """One numbered rule or ruling: `id` such as WB-14, `title` (may be empty), `text` in
    Markdown.
    """

    id: str
    title: str
    text: str


class Chapter(Struct):
    """A chapter: `title`, `text` in Markdown above its rules (may be empty), `first` rule by ID."""

    title: str
    text: str
    first: str


class Glance(Struct):
    """A summary of the game in a few lines, each shown with a picture of the game's screen."""

    title: str
    lines: tuple[str, ...]


class Rulebook(Struct):
    """The rules of a game in one language, in the order of the book. `introduction` is Markdown.

    A rule belongs to the last chapter that began before it, if any.
    """

    title: str
    introduction: str
    chapters: tuple[Chapter, ...]
    rules: tuple[Rule, ...]
    glance: Glance | None = None

    def chapter_at(self, rule: Rule) -> Chapter | None:
        """Return the chapter that begins with a rule, or None."""
        return next((chapter for chapter in self.chapters if chapter.first == rule.id), None)


def read_rulebook(folder: Path, lang: str) -> Rulebook:
    """Return the rulebook in a game's folder: RULES.md, or RULES.ja.md for `lang` "ja"."""
    name = "RULES.md" if lang == "en" else f"RULES.{lang}.md"
    return parse_rulebook((folder / name).read_text(encoding="utf-8"))


def parse_rulebook(text: str) -> Rulebook:
    """Parse a rulebook. The first heading is its title; the text up to the next one is the
    introduction.

    A heading without an ID begins a chapter, and is omitted if it has no rules. If the first of
    these has no rules, the list below it is the summary.
    """
    title = ""
    introduction: list[str] = []
    chapters: list[tuple[str, list[str], str]] = []
    rules: list[tuple[str, str, list[str]]] = []
    opened = ""
    glance: Glance | None = None
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
            if opened and not rules and glance is None:
                glance = Glance(opened, tuple(ITEM.findall(" ".join(map(str.strip, body)))))
            opened, body = line.lstrip("# "), []
        else:
            title = line.lstrip("# ")
    return Rulebook(
        title,
        prose(introduction),
        tuple(Chapter(head, prose(lines), first) for head, lines, first in chapters),
        tuple(Rule(number, head, prose(lines)) for number, head, lines in rules),
        glance,
    )


def prose(lines: list[str]) -> str:
    """Return lines as Markdown without surrounding blank lines."""
    return "\n".join(lines).strip()
