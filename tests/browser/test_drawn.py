"""Contrast is measured on the text itself, and the drawn files show the client's art."""

from playwright.sync_api import Browser

from tools.contrast import faint
from tools.draw_art import ROOT, digest, drawings, kept, posters

PAGE = """
<body style="background: #fff; color: #000">
  <p style="color: #777">grey on white</p>
  <p style="color: #757575">a little darker</p>
  <p style="color: #888; font-size: 30px">large and grey</p>
  <p style="color: #757575; font-size: 30px">large and a little darker</p>
  <p style="opacity: 0.4">seen through</p>
  <p style="background: linear-gradient(90deg, #fff 50%, #333 50%); width: 8em">half on dark</p>
  <p style="visibility: hidden; color: #eee">not there</p>
  <svg width="200" height="100" font-size="22" text-anchor="middle">
    <g transform="translate(50 50) rotate(-6) scale(0.6)" stroke="#123" stroke-width="3">
      <rect x="-50" y="-50" width="100" height="100" rx="14" fill="#234" />
      <circle r="22" fill="#fff" />
      <text y="10" font-size="32" fill="#123" stroke="none">K</text>
    </g>
    <text x="150" y="50" fill="#bbb">pale</text>
  </svg>
  <p style="position: absolute; bottom: 0; margin: 0">under another</p>
  <p style="position: fixed; bottom: 0; margin: 0; background: #333; color: #fff">over another</p>
</body>
"""


def test_texts_of_too_little_contrast_in_pixels_are_faint(painting_browser: Browser) -> None:
    page = painting_browser.new_page()
    page.set_content(PAGE)
    found = [each.split("> ")[1] for each in faint(page)]
    page.close()
    assert found == ["grey on white", "large and grey", "seen through", "half on dark", "pale"]


def test_icons_and_posters_are_drawn_from_the_art_without_names(browser: Browser) -> None:
    with posters(browser) as page:
        shown = {file: digest(shows.encode()) for file, shows in drawings(page).items()}
        names = page.locator(".sitter-name").all()
        assert names
        assert [name.is_visible() for name in names] == [False] * len(names)
    drawn = kept(shown)
    assert shown == {file: each.shows for file, each in drawn.items()}, "run `make art`"
    for file, each in drawn.items():
        assert digest((ROOT / file).read_bytes()) == each.file, file
