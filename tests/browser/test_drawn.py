"""Drawings of `make art` are up to date with the client's art, and show no names."""

from playwright.sync_api import Browser

from tools.draw_art import ROOT, digest, drawings, kept, posters


def test_icons_and_posters_match_the_art_and_show_no_names(
    browser: Browser,
) -> None:
    with posters(browser) as page:
        shown = {file: digest(shows.encode()) for file, shows in drawings(page).items()}
        names = page.locator(".sitter-name").all()
        assert names
        assert [name.is_visible() for name in names] == [False] * len(names)
    drawn = kept(shown)
    assert shown == {file: each.shows for file, each in drawn.items()}, "run `make art`"
    for file, each in drawn.items():
        assert digest((ROOT / file).read_bytes()) == each.file, file
