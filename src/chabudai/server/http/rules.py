"""Rulebooks as pages to read, link to and print, without a script."""

import re
from functools import cache
from html import escape

from starlette.requests import Request
from starlette.responses import Response

from chabudai.core.rulebook import LANGUAGES, Glance, Rule, Rulebook, read_rulebook
from chabudai.games import GAMES, folder_of
from chabudai.server.credentials import path_prefix
from chabudai.server.http.documents import base_of, document, language_of, page
from chabudai.server.http.heads import WORDS, Head, titled
from chabudai.server.http.pages import missing
from chabudai.server.services import Services

NAMES = {"en": "English", "ja": "日本語"}
"""Names of the languages, each in its own language."""
ITEM = re.compile(r"\s*(?:[-*]|\d+\.)\s+(.*)")
MARK = re.compile(r"`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*")
ELEMENTS = ("", "code", "strong", "em")
"""The HTML element for each group of the pattern MARK."""
ID = re.compile(r"(?<![A-Za-z0-9-])[A-Z]{2}-A?\d+")
BODY = """<header class="masthead"><a href="{home}">{site}</a> <nav>{languages}</nav></header>
<main>
<h1>{title}</h1>
<p class="ways"><a class="button" href="{home}">{play}</a>{learn}</p>
<div class="rules-text">
{text}
</div>
</main>"""


async def rules_page(services: Services, request: Request) -> Response:
    """GET /rules/GAME?lang=: a rulebook, in the browser's preferred language if `lang` is missing.
    The status is 404 if the game or the language is unknown.
    """
    game, chosen = request.path_params["game"], request.query_params.get("lang")
    lang = language_of(request) if chosen is None else chosen
    if game not in GAMES or lang not in LANGUAGES:
        return missing(services, request)
    book, words, files = rulebook(game, lang), WORDS[lang], services.client.manifest
    prefix = path_prefix(request)
    at = f"{base_of(request)}/rules/{game}?lang="
    more = [
        f'<link rel="canonical" href="{escape(at + lang)}">',
        *(
            f'<link rel="alternate" hreflang="{each}" href="{escape(at + each)}">'
            for each in LANGUAGES
        ),
        *(
            f'<link rel="stylesheet" href="{prefix}/static/{sheet}">'
            for sheet in (files.rules, *((files.japanese,) if lang == "ja" else ()))
        ),
    ]
    learn = "".join(
        f' <a href="{prefix}/learn/{game}/{guide}">{words["rules.learn"]}</a>'
        for guide in [*GAMES[game].extras.guides][:1]
    )
    body = BODY.format(
        home=f"{prefix}/",
        site=words["site"],
        languages=" ".join(language_link(each, lang) for each in LANGUAGES),
        title=escape(book.title),
        play=words["rules.play"],
        learn=learn,
        text=rules_text(game, lang),
    )
    lines = book.glance.lines if book.glance else ()
    title = titled(words["rules"].format(game=book.title), lang)
    head = Head(title, " ".join(lines) or words["about"], game)
    return page(request, lang, document(services, request, lang, head, more, body))


@cache
def rulebook(game: str, lang: str) -> Rulebook:
    """Return the rulebook of a game in a language."""
    return read_rulebook(folder_of(game), lang)


def language_link(lang: str, current: str) -> str:
    """Return a link to the page in the language `lang`."""
    mark = ' aria-current="true"' if lang == current else ""
    return f'<a href="?lang={lang}" lang="{lang}" hreflang="{lang}"{mark}>{NAMES[lang]}</a>'


def contents(book: Rulebook, lang: str) -> str:
    """Return the list of chapters and rules as HTML, with links. It is collapsed until the reader
    opens it.
    """
    chapters: list[tuple[str, list[str]]] = []
    for rule in book.rules:
        if chapter := book.chapter_at(rule):
            chapters.append((chapter.title, []))
        elif not chapters:
            chapters.append((book.title, []))
        chapters[-1][1].append(f'<a href="#{rule.id}">{rule.id}</a>')
    label = WORDS[lang]["rules.contents"]
    listed = "\n".join(f"<li>{escape(title)} {' '.join(ids)}</li>" for title, ids in chapters)
    return (
        f'<details class="contents"><summary>{label}</summary>'
        f'<nav aria-label="{label}"><ul>\n{listed}\n</ul></nav></details>'
    )


@cache
def rules_text(game: str, lang: str) -> str:
    """Return the text of a rulebook as HTML. The client shows it without the table of contents."""
    book = rulebook(game, lang)
    ids = frozenset(rule.id for rule in book.rules)
    parts = [prose(book.introduction, ids), *([summary(book.glance)] if book.glance else [])]
    parts.append(contents(book, lang))
    for rule in book.rules:
        if chapter := book.chapter_at(rule):
            title = f"<h2>{escape(chapter.title)}</h2>"
            parts.append(f'<div class="chapter">{title}{prose(chapter.text, ids)}</div>')
        parts.append(article(rule, ids))
    return "\n".join(parts)


def summary(glance: Glance) -> str:
    """Return the summary of a game as HTML."""
    lines = "".join(f"<li>{escape(line)}</li>" for line in glance.lines)
    return f'<section class="glance"><h2>{escape(glance.title)}</h2><ol>{lines}</ol></section>'


def article(rule: Rule, ids: frozenset[str]) -> str:
    """Return a rule as HTML."""
    title = f'<h3><span class="rule-id">{rule.id}</span> {escape(rule.title)}</h3>'
    return f'<article class="rule" id="{rule.id}">{title}{prose(rule.text, ids)}</article>'


def prose(markdown: str, ids: frozenset[str]) -> str:
    """Return the Markdown of a rule as HTML: paragraphs, lists, and inline marks. IDs of rules
    become links.
    """
    blocks = [each.splitlines() for each in re.split(r"\n\s*\n", markdown) if each.strip()]
    return f'<div class="prose">{"".join(block(lines, ids) for lines in blocks)}</div>'


def block(lines: list[str], ids: frozenset[str]) -> str:
    """Return a paragraph or a list as HTML."""
    if not ITEM.match(lines[0]):
        return f"<p>{inline(' '.join(lines), ids)}</p>"
    items: list[str] = []
    for line in lines:
        if item := ITEM.match(line):
            items.append(item[1])
        else:
            items[-1] += f" {line.strip()}"
    return f"<ul>{''.join(f'<li>{inline(item, ids)}</li>' for item in items)}</ul>"


def inline(text: str, ids: frozenset[str]) -> str:
    """Return text as HTML, with its inline marks and links."""

    def mark(found: re.Match[str]) -> str:
        group = found.lastindex or 0
        return f"<{ELEMENTS[group]}>{found[group]}</{ELEMENTS[group]}>"

    def link(found: re.Match[str]) -> str:
        return f'<a href="#{found[0]}">{found[0]}</a>' if found[0] in ids else found[0]

    return ID.sub(link, MARK.sub(mark, escape(text, quote=False)))
