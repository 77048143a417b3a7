"""The built client is whole, small, and speaks both languages."""

import json
import re
import shutil
from pathlib import Path
from typing import get_args

import pytest

from chabudai.games import GAMES
from chabudai.server.credentials import BOT_NAMES, IN_KANA
from chabudai.server.refusal import Code
from tests.support.every_client import ROOT, STATIC, build, built
from tests.support.every_room import FURTHER, OUTSIDE, ROOMS, UNSHOWN
from tools import client
from tools.check_screens import check
from tools.weigh_client import KIB, loaded, manifest, packed

SHARED = ROOT / "src/chabudai/server/strings"
"""What the server's refusals mean, for the page and for `chabudai mcp`."""
BOOKS = [
    SHARED,
    *sorted((ROOT / "web").glob("**/strings")),
    *sorted(book for room in ROOMS for book in room.folder.glob("web/**/strings")),
]
IMPORTED = re.compile(r'(?:from|import\(?)["`]\./([^"`]+)')
BLANK = re.compile(r"\{(\w+)")


@pytest.fixture(scope="module", params=[(), client.further_rooms()], ids=["shipped", "further"])
def static(request: pytest.FixtureRequest) -> Path:
    """A client as a wheel has it, and one with all the rooms that are no part of the package."""
    return built(request.param)


def further_kib(request: pytest.FixtureRequest) -> int:
    """What somebody's own rooms may add to what comes with each page: one KiB each, where they are
    in the client."""
    return 0 if request.node.callspec.id == "shipped" else len(OUTSIDE)


def test_the_shell_is_one_file_of_at_most_32_kib_and_each_game_has_at_most_25(
    static: Path, request: pytest.FixtureRequest
) -> None:
    shell = loaded(static, manifest(static)["js"])
    assert len(shell) == 1
    assert packed(static, shell) <= 32 * KIB + further_kib(request) * KIB
    rooms = {path.name for path in static.glob("game_screen-*.js")}
    assert rooms
    for room in rooms:
        assert packed(static, loaded(static, room) - shell) <= 25 * KIB


def test_of_a_tables_page_all_that_it_loads_is_named_in_the_manifest(static: Path) -> None:
    found = manifest(static)
    shell = {found["js"]}
    for game, sheet in sheets(static).items():
        css, *scripts = found["tables"][game]
        assert css == sheet
        assert len(set(scripts)) == len(scripts)
        (room,) = [name for name in scripts if name.startswith("game_screen-")]
        (lobby,) = [name for name in scripts if name.startswith("lobby-")]
        assert loaded(static, room) | loaded(static, lobby) <= {*scripts, *shell}
    assert found["tables"].keys() == sheets(static).keys()


def sheets(static: Path) -> dict[str, str]:
    """The style sheet of each game in a client."""
    named = {path.stem.rpartition("-")[0]: path.name for path in static.glob("*.css")}
    return {game: named[game] for game in GAMES if game in named}


def test_the_style_sheet_of_the_shell_has_at_most_14_kib_and_each_game_4(
    static: Path, request: pytest.FixtureRequest
) -> None:
    shell = packed(static, {manifest(static)["css"]})
    assert shell <= 14 * KIB + further_kib(request) * KIB
    assert sheets(static)
    for sheet in sheets(static).values():
        assert packed(static, {sheet}) <= 4 * KIB


def test_a_wheels_client_has_the_rooms_of_the_package_and_another_one_also_the_others(
    static: Path, request: pytest.FixtureRequest
) -> None:
    further = {room.game.name for room in FURTHER}
    unshown = {room.game.name for room in UNSHOWN}
    missing = further if request.node.callspec.id == "shipped" else unshown
    assert further
    assert set(sheets(static)) == GAMES.keys() - missing
    scripts = "".join(path.read_text() for path in static.glob("*.js"))
    # What somebody calls a game of their own may stand there as another word, or in one.
    own = {room.game.name for room in OUTSIDE}
    assert {name for name in GAMES.keys() - own if name not in scripts} == missing - own


def test_a_client_without_the_further_rooms_is_not_taken_for_one_with_them() -> None:
    further = client.further_rooms()
    assert {room.folder.parent for room in FURTHER} == set(further)
    assert client.fingerprint(ROOT) != client.fingerprint(ROOT, further)


def test_what_shows_the_client_refuses_one_that_is_older_than_its_sources(tmp_path: Path) -> None:
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


def test_every_script_that_a_script_imports_is_there(static: Path) -> None:
    scripts = {path.name: path.read_text() for path in static.glob("*.js")}
    imported = {name for text in scripts.values() for name in IMPORTED.findall(text)}
    assert len(imported) > len(scripts) / 2
    assert imported <= scripts.keys()


def test_every_file_a_style_sheet_names_is_there(static: Path) -> None:
    for sheet in static.glob("*.css"):
        for name in re.findall(r'url\("?\./([^")]+)', sheet.read_text()):
            assert (static / name).is_file()


def test_lines_at_words_are_told_property_by_property_as_webkit_wants_it(static: Path) -> None:
    told = [
        line
        for sheet in static.glob("*.css")
        for line in re.findall(r"[{;]text-decoration:([^;}]+)", sheet.read_text())
    ]
    assert "underline" in told
    assert [line for line in told if " " in line] == []


def test_no_column_of_a_table_waits_for_what_is_left(static: Path) -> None:
    # WebKit keeps the height of a row that it worked out while such a column had no width.
    grids = [
        areas
        for sheet in static.glob("*.css")
        for areas in re.findall(r'grid-template:("head[^;}]+)', sheet.read_text())
    ]
    assert len(grids) > 4
    assert [areas for areas in grids if "fr" in areas.rpartition("/")[2]] == []


def test_no_pattern_is_drawn_as_a_gradient_across_the_page(static: Path) -> None:
    # WebKit blurs one that is a thousand pixels wide; a tile of it stays sharp.
    assert "linear-gradient(90deg" in (static / manifest(static)["css"]).read_text()
    for sheet in static.glob("*.css"):
        assert "repeating-linear-gradient(90deg" not in sheet.read_text()


def test_a_page_has_icons_a_manifest_and_pictures_for_previews(
    static: Path, request: pytest.FixtureRequest
) -> None:
    found = manifest(static)
    app = json.loads((static / found["manifest"]).read_text())
    icons = [icon["src"].removeprefix("/static/") for icon in app["icons"]]
    assert {icon["purpose"] for icon in app["icons"]} == {"any", "maskable"}
    named = [found["icon"], found["touch"], found["image"], *found["images"].values(), *icons]
    assert [name for name in named if not (static / name).is_file()] == []
    for room in ROOMS:
        here = room not in FURTHER or request.node.callspec.id != "shipped"
        drawn = (room.folder / "web/poster.jpg").is_file()
        assert (drawn and here) == (room.game.name in found["images"])


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.parent.parent.name)
def test_every_sentence_is_there_in_english_and_japanese_with_the_same_blanks(book: Path) -> None:
    english: dict[str, str] = json.loads((book / "en.json").read_text(encoding="utf-8"))
    japanese: dict[str, str] = json.loads((book / "ja.json").read_text(encoding="utf-8"))
    assert english.keys() == japanese.keys()
    for key, sentence in english.items():
        assert set(BLANK.findall(japanese[key])) == set(BLANK.findall(sentence)), key


def test_all_that_screens_write_in_japanese_is_in_one_font_a_weight(
    static: Path, request: pytest.FixtureRequest
) -> None:
    (sheet,) = static.glob("japanese-*.css")
    faces = re.findall(r'url\("?\./([^")]+).*?unicode-range:([^}]+)', sheet.read_text())
    ours = [ranges for name, ranges in faces if "-screens-" in name]
    assert len(ours) == 2
    further = FURTHER if request.node.callspec.id == "shipped" else ()
    missing = {room.folder for room in further}
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
        # The sentences of the shell are used everywhere, all others beside their book.
        users = ROOT / "web" if book.parent.name == "i18n" else book.parent
        sources = [path.read_text() for path in users.rglob("*.ts*")]
        keys = json.loads((book / "en.json").read_text(encoding="utf-8"))
        unused = [key for key in keys if not any(mentions(source, key) for source in sources)]
        assert unused == []


def test_a_room_of_another_folder_is_built_without_touching_the_client(tmp_path: Path) -> None:
    room = tmp_path / "rooms/another_bank"
    shutil.copytree(ROOT / "src/chabudai/games/word_bank/web", room / "web")
    shutil.copy(ROOT / "src/chabudai/games/word_bank/catalogue.ja.json", room)
    before = {path.name for path in STATIC.iterdir()}
    build(tmp_path / "static", (tmp_path / "rooms",))
    rooms = [*(ROOT / client.GAMES).glob("*/web/game_screen.tsx")]
    assert len([*(tmp_path / "static").glob("game_screen-*.js")]) == len(rooms) + 1
    assert len([*(tmp_path / "static").glob("another-bank-*.css")]) == 1
    assert {path.name for path in STATIC.iterdir()} == before


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
    assert re.search(
        r"game_screen\.tsx\(3,14\): .*'number' is not assignable to type 'GameScreen'", said
    )
    assert said.count("error") == 1


def test_every_bot_has_a_name_in_kana() -> None:
    source = (ROOT / "web/state/bot_names.ts").read_text(encoding="utf-8")
    named = dict(re.findall(r'^  (\w+): "([ぁ-ん]+)",$', source, re.MULTILINE))
    assert (tuple(named), tuple(named.values())) == (BOT_NAMES, IN_KANA)


def mentions(source: str, key: str) -> bool:
    """Whether a source names a key, whole or put together from its parts."""
    head, _, tail = key.rpartition(".")
    whole = f'"{key}"' in source
    begun = bool(head) and f"`{head}.${{" in source
    ended = f"}}.{tail}`" in source
    both = f'"{head}"' in source and "}.${" in source
    return whole or begun or ended or both


def test_every_width_at_which_a_page_changes_grows_with_the_readers_text() -> None:
    folders = (ROOT / "web", *(room.folder / "web" for room in ROOMS))
    files = [
        path for folder in folders for end in ("css", "ts") for path in folder.rglob(f"*.{end}")
    ]
    asked = [
        (path.name, query)
        for path in files
        for query in re.findall(r"(?:@media|@container|media\()[^{;]*", path.read_text())
    ]
    named: dict[str, str] = json.loads((ROOT / "web/css/media.json").read_text())
    assert len(asked) > 50
    assert [each for each in [*asked, *named.items()] if re.search(r"\dpx", each[1])] == []
    # Where the low table begins is written once, so that styles and scripts agree.
    stage = re.compile(r"6[02](?:\.5)?em|(?:59\.9|62\.4)375em")
    assert [each for each in asked if stage.search(each[1])] == []


WRAPPED = {
    r"localStorage|sessionStorage": "storage.ts",
    r"document\.cookie": "cookies.ts",
    r"performance\.now|Date\.now": "clock.ts",
    r"document\.hidden|visibilitychange": "visibility.ts",
    r"trustedTypes": "trusted_html.ts",
}
"""Interfaces of the browser, and the module of `web/platform` that wraps each of them."""


@pytest.mark.parametrize("interface", WRAPPED)
def test_only_its_wrapper_names_an_interface_of_the_browser(interface: str) -> None:
    sources = [*(ROOT / "web").rglob("*.ts*"), *(ROOT / "src/chabudai/games").rglob("web/**/*.ts*")]
    naming = {path for path in sources if re.search(interface, path.read_text())}
    assert naming == {ROOT / "web/platform" / WRAPPED[interface]}
