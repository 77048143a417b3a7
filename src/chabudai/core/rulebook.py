"""A parser for a game's RULES.md: headings are rule IDs, and the text below each is the rule."""

import re
from pathlib import Path

from chabudai.core.struct import Struct

HEADING = re.compile(r"^#{2,6}\s+([A-Z]{2}-A?\d+)\b\s*(.*)$")
ITEM = re.compile(r"\d\. (.+?)\s*(?=\d\. |$)")
LANGUAGES = ("en", "ja")


class Rule(Struct):
    """A numbered rule or ruling: an `id` such as WB-14, a `title`, which may be empty, and `text`
    in Markdown.
    """

    id: str
    title: str
    text: str


class Chapter(Struct):
    """A chapter. `text` is the Markdown above its rules, if any; `first` is its first rule's ID."""

    title: str
    text: str
    first: str


class Glance(Struct):
    """A summary of the game in a few lines, each shown with a picture of the game's screen."""

    title: str
    lines: tuple[str, ...]


class Rulebook(Struct):
    """A game's rules in one language, in printed order. `introduction` is Markdown.

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
    """Parse a rulebook. The first heading is its title, and the text up to the next heading is the
    introduction.

    A heading without an ID begins a chapter, which is omitted if it has no rules. If the first
    chapter has no rules, the list in it is the summary.
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
    """Join lines of Markdown, without blank lines at either end."""
    return "\n".join(lines).strip()
