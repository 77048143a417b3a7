"""The built client is complete, small and bilingual."""

import json
import re
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from chabudai.cli.output import phrase
from chabudai.games import GAMES
from chabudai.server.credentials import BOT_NAMES, IN_KANA
from chabudai.server.refusal import Code
from tests.support.every_client import ROOT, built
from tests.support.game_cases import ADDED, CASES, EXTERNAL, WITHOUT_PAGE
from tools import client
from tools.check_screens import check
from tools.weigh_client import KIB, loaded, manifest, packed

SHARED = ROOT / "src/chabudai/server/strings"
"""Folder of texts for the server's refusals, shared by the page and `chabudai mcp`."""
BOOKS = [
    SHARED,
    *sorted((ROOT / "web").glob("**/strings")),
    *sorted(book for room in CASES for book in room.folder.glob("web/**/strings")),
]
IMPORTED = re.compile(r'(?:from|import\(?)["`]\./([^"`]+)')
BLANK = re.compile(r"\{(\w+)")


@cache
def shipped() -> Path:
    """Return the client of a wheel, without additional games."""
    return built(())


@pytest.fixture(scope="module", params=["shipped", "further"])
def static(request: pytest.FixtureRequest) -> Path:
    """Return the client of a wheel, then the client with all games outside the package."""
    return shipped() if request.param == "shipped" else built(client.added_game_folders())


def further_kib(static: Path) -> int:
    """Return how many KiB custom games may add to each page: one per included game."""
    return 0 if static == shipped() else len(EXTERNAL)


def read_all(static: Path, pattern: str) -> dict[str, str]:
    """Map the names of a client's files to their texts."""
    return {path.name: path.read_text() for path in static.glob(pattern)}


def sheets(static: Path) -> dict[str, str]:
    """Map each game in a client to its style sheet."""
    named = {path.stem.rpartition("-")[0]: path.name for path in static.glob("*.css")}
    return {game: named[game] for game in GAMES if game in named}


def test_scripts_and_style_sheets_stay_small(static: Path) -> None:
    found = manifest(static)
    shell = loaded(static, found["js"])
    assert len(shell) == 1
    assert packed(static, shell) <= (32 + further_kib(static)) * KIB
    assert packed(static, {found["css"]}) <= (14 + further_kib(static)) * KIB
    screens = {path.name for path in static.glob("game_screen-*.js")}
    assert screens
    assert sheets(static)
    for screen in screens:
        assert packed(static, loaded(static, screen) - shell) <= 25 * KIB
    for sheet in sheets(static).values():
        assert packed(static, {sheet}) <= 4.25 * KIB


def test_a_client_has_the_shipped_games_or_also_the_further_ones(static: Path) -> None:
    further = {room.game.name for room in ADDED}
    unshown = {room.game.name for room in WITHOUT_PAGE}
    missing = further if static == shipped() else unshown
    assert further
    assert set(sheets(static)) == GAMES.keys() - missing
    scripts = "".join(read_all(static, "*.js").values())
    # A custom game's name may also occur as another word or part of one.
    own = {room.game.name for room in EXTERNAL}
    assert {name for name in GAMES.keys() - own if name not in scripts} == missing - own


def test_a_client_older_than_its_sources_is_refused(tmp_path: Path) -> None:
    (tmp_path / "web").mkdir()
    (tmp_path / "package-lock.json").write_text("{}")
    mark = tmp_path / client.STATIC / "BUILD"
    mark.parent.mkdir(parents=True)
    with pytest.raises(SystemExit, match="make client"):
        client.must_be_current(tmp_path)
    mark.write_text(client.fingerprint(tmp_path))
    client.must_be_current(tmp_path)
    rulebook = tmp_path / client.GAMES / "mine/RULES.ja.md"  # its letters are in the fonts
    rulebook.parent.mkdir(parents=True)
    for source in (tmp_path / "web/main.tsx", rulebook):
        source.write_text("")
        with pytest.raises(SystemExit, match="make client"):
            client.must_be_current(tmp_path)
        mark.write_text(client.fingerprint(tmp_path))
    further = client.added_game_folders()
    assert {room.folder.parent for room in ADDED} == set(further)
    assert client.fingerprint(ROOT) != client.fingerprint(ROOT, further)


def test_every_page_with_a_masthead_has_languages_and_settings() -> None:
    files = (path for folder in ("web", "src") for path in (ROOT / folder).rglob("*.tsx"))
    heads = [text for text in map(Path.read_text, files) if 'class="masthead"' in text]
    assert len(heads) > 5
    assert all("<Languages />" in text for text in heads)


def test_every_file_that_scripts_style_sheets_and_the_manifest_name_exists(static: Path) -> None:
    scripts = read_all(static, "*.js")
    imported = {name for text in scripts.values() for name in IMPORTED.findall(text)}
    assert len(imported) > len(scripts) / 2
    assert imported <= scripts.keys()
    styles = "".join(read_all(static, "*.css").values())
    found = manifest(static)
    icons = [icon["src"] for icon in found["icons"]]
    assert {icon["purpose"] for icon in found["icons"]} == {"any", "maskable"}
    kept = {*found["kept"], *found["kept_for"]["ja"]}
    named = {found["icon"], found["touch"], found["image"], *found["images"].values(), *icons}
    named |= {found["worker"], *kept, *re.findall(r'url\("?\./([^")]+)', styles)}
    assert [name for name in named if not (static / name).is_file()] == []
    for room in CASES:
        included = room not in ADDED or static != shipped()
        drawn = (room.folder / "web/poster.jpg").is_file()
        assert (drawn and included) == (room.game.name in found["images"])
    # The files of pages without a server. A script that is not stored is loaded only on demand.
    assert {found["js"], found["css"], found["rules"], found["japanese"]} <= kept
    assert kept.isdisjoint(sheets(static).values())
    assert {each for name in kept if name.endswith(".js") for each in loaded(static, name)} <= kept
    assert sum((static / name).stat().st_size for name in found["kept"]) <= 400 * KIB
    # The files that a table loads.
    assert found["tables"].keys() == sheets(static).keys()
    for game, (css, *files) in found["tables"].items():
        assert css == sheets(static)[game]
        assert len(set(files)) == len(files)
        (screen,) = [name for name in files if name.startswith("game_screen-")]
        (lobby,) = [name for name in files if name.startswith("lobby-")]
        assert loaded(static, screen) | loaded(static, lobby) <= {*files, found["js"]}


def test_style_sheets_avoid_faults_of_webkit(static: Path) -> None:
    styles = "\n".join(read_all(static, "*.css").values())
    # WebKit ignores the shorthand text-decoration if it sets more than the line.
    lines = re.findall(r"[{;]text-decoration:([^;}]+)", styles)
    assert "underline" in lines
    assert [line for line in lines if " " in line] == []
    # WebKit computes a row's height before its flexible columns have a width, and keeps it.
    grids = re.findall(r'grid-template:("head[^;}]+)', styles)
    assert len(grids) > 4
    assert [areas for areas in grids if "fr" in areas.rpartition("/")[2]] == []
    # WebKit blurs a gradient of a thousand pixels, but a repeated tile stays sharp.
    assert "linear-gradient(90deg" in styles
    assert "repeating-linear-gradient(90deg" not in styles


def test_every_sentence_has_both_languages_with_the_same_blanks() -> None:
    for book in BOOKS:
        english: dict[str, str] = json.loads((book / "en.json").read_text(encoding="utf-8"))
        japanese: dict[str, str] = json.loads((book / "ja.json").read_text(encoding="utf-8"))
        assert english.keys() == japanese.keys(), book
        for key, sentence in english.items():
            assert set(BLANK.findall(japanese[key])) == set(BLANK.findall(sentence)), (book, key)


def test_japanese_letters_of_screens_are_in_one_font_of_each_weight(static: Path) -> None:
    (sheet,) = read_all(static, "japanese-*.css").values()
    faces = re.findall(r'url\("?\./([^")]+).*?unicode-range:([^}]+)', sheet)
    ours = [ranges for name, ranges in faces if "-screens-" in name]
    assert len(ours) == 2
    missing = {room.folder for room in ADDED if static == shipped()}
    books = [book for book in BOOKS if missing.isdisjoint(book.parents)]
    written = "".join((book / "ja.json").read_text(encoding="utf-8") for book in books)
    for ranges in ours:
        held = set[int]()
        for part in ranges.split(","):
            first, _, last = part.strip().removeprefix("U+").partition("-")
            held.update(range(int(first, 16), int(last or first, 16) + 1))
        assert {each for each in written if each > "\u2e7f" and ord(each) not in held} == set()


def test_every_sentence_is_used() -> None:
    meanings = json.loads((SHARED / "en.json").read_text(encoding="utf-8"))
    assert meanings.keys() == set(get_args(Code))
    for book in BOOKS[1:]:
        # The shell's texts may be used anywhere, all others only next to their file.
        users = ROOT / "web" if book.parent.name == "i18n" else book.parent
        sources = [path.read_text() for path in users.rglob("*.ts*")]
        keys = json.loads((book / "en.json").read_text(encoding="utf-8"))
        assert [key for key in keys if not any(mentions(source, key) for source in sources)] == []


def test_the_types_of_a_screen_in_another_folder_are_checked(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    screen = tmp_path / "rooms/my_game/web/game_screen.tsx"
    screen.parent.mkdir(parents=True)
    screen.write_text(
        'import { signal } from "@preact/signals";\n'
        'import type { GameScreen } from "@shell/state/game_screen";\n'
        "export const title: GameScreen = signal(1).value;\n"
    )
    # The whole client is checked by `make tsc`.
    assert check([tmp_path / "rooms"], tmp_path / "tsconfig.json", ["web/**/*.d.ts"]) != 0
    said = capfd.readouterr().out
    assert re.search(r"game_screen\.tsx\(3,14\): .*'number' is not assignable", said)
    assert said.count("error") == 1


def test_every_bot_has_a_name_in_kana() -> None:
    source = (ROOT / "web/state/bot_names.ts").read_text(encoding="utf-8")
    found = re.search(r'NAMES = "(.+)"\.split', source)
    named = found.group(1).split() if found else []
    assert (tuple(named[::2]), tuple(named[1::2])) == (BOT_NAMES, IN_KANA)
    assert tuple(phrase("ja", name) for name in BOT_NAMES) == IN_KANA


def mentions(source: str, key: str) -> bool:
    """Whether a source contains a key, either literally or assembled from parts."""
    head, _, tail = key.rpartition(".")
    parts = (f'"{key}"', f"}}.{tail}`", *((f"`{head}.${{",) if head else ()))
    return any(part in source for part in parts) or (f'"{head}"' in source and "}.${" in source)


def test_widths_in_media_queries_scale_with_the_text() -> None:
    folders = (ROOT / "web", *(room.folder / "web" for room in CASES))
    asked = [
        (path.name, query)
        for folder in folders
        for path in (*folder.rglob("*.css"), *folder.rglob("*.ts"))
        for query in re.findall(r"(?:@media|@container|media\()[^{;]*", path.read_text())
    ]
    named: dict[str, str] = json.loads((ROOT / "web/css/media.json").read_text())
    assert len(asked) > 50
    assert [each for each in [*asked, *named.items()] if re.search(r"\dpx", each[1])] == []
    # The width where the low layout begins is written once, so that styles and scripts agree.
    stage = re.compile(r"6[02](?:\.5)?em|(?:59\.9|62\.4)375em")
    assert [each for each in asked if stage.search(each[1])] == []


WRAPPED = {
    r"localStorage|sessionStorage": "storage.ts",
    r"document\.cookie": "cookies.ts",
    r"performance\.now|Date\.now": "clock.ts",
    r"document\.hidden|visibilitychange": "visibility.ts",
    r"trustedTypes": "trusted_html.ts",
    r"navigator\.serviceWorker": "service_worker.ts",
}
"""Browser interfaces, and the module in `web/platform` that wraps each."""


def test_only_its_wrapper_uses_an_interface_of_the_browser() -> None:
    files = [*(ROOT / "web").rglob("*.ts*"), *(ROOT / "src/chabudai/games").rglob("web/**/*.ts*")]
    sources = {path: path.read_text() for path in files}
    for interface, wrapper in WRAPPED.items():
        naming = {path for path, source in sources.items() if re.search(interface, source)}
        assert naming == {ROOT / "web/platform" / wrapper}
