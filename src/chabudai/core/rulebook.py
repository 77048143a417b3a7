"""Parse a game's RULES.md: headings are rule IDs, the text below them is the rule."""

import re
from pathlib import Path

from chabudai.core.struct import Struct

HEADING = re.compile(r"^#{2,6}\s+([A-Z]{2}-A?\d+)\b\s*(.*)$")
ITEM = re.compile(r"\d\. (.+?)\s*(?=\d\. |$)")
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


class Glance(Struct):
    """What the game is, in few lines; a picture of the game's screen goes with each."""

    title: str
    lines: tuple[str, ...]


class Rulebook(Struct):
    """The rules of a game in one language, in the order of the book; `introduction` is Markdown.

    A rule belongs to the last chapter that has begun, or to none.
    """

    title: str
    introduction: str
    chapters: tuple[Chapter, ...]
    rules: tuple[Rule, ...]
    glance: Glance | None = None

    def chapter_at(self, rule: Rule) -> Chapter | None:
        """The chapter that begins with a rule, if one does."""
        return next((chapter for chapter in self.chapters if chapter.first == rule.id), None)


def read_rulebook(folder: Path, lang: str) -> Rulebook:
    """The rulebook in a game's folder: RULES.md, or RULES.ja.md for `lang` "ja"."""
    name = "RULES.md" if lang == "en" else f"RULES.{lang}.md"
    return parse_rulebook((folder / name).read_text(encoding="utf-8"))


def parse_rulebook(text: str) -> Rulebook:
    """Read a rulebook. The first heading is its title; the text up to the next introduces it.

    A heading without an ID opens a chapter; one without rules is left out. The list below one that
    stands before all others, and has no rules, is the book at a glance.
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
    """Lines as Markdown without blank lines around it."""
    return "\n".join(lines).strip()
