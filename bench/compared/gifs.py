"""Compare GIF encoders on one finished game of each kind: `python bench/compared/gifs.py`.

Prints the frames, the bytes of the GIF, the milliseconds of encoding (median of five), the root
mean square error and the largest error of a channel, and the compressed bytes of the script.
"""

import gzip
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tools.find_chromium import find_chromium  # noqa: E402

ENCODE = """async ([svg, name]) => {
  const text = svg.replace(/<style>[^<]*<\\/style>/, "");
  const film = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const pixels = (image, width, height) => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [width, height];
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0, width, height);
    return context.getImageData(0, 0, width, height).data;
  };
  const [, , wide, tall] = film.getAttribute("viewBox").split(" ").map(Number);
  const [width, height] = [720, Math.round((720 * tall) / wide)];
  const count = film.querySelectorAll(".frame").length;
  const frames = [];
  for (let at = 0; at < count; at++) {
    const one = film.cloneNode(true);
    one.querySelectorAll(".frame").forEach((frame, each) => each === at || frame.remove());
    one.setAttribute("width", width);
    one.setAttribute("height", height);
    const image = new Image();
    const drawn = encodeURIComponent(new XMLSerializer().serializeToString(one));
    image.src = `data:image/svg+xml;charset=utf-8,${drawn}`;
    await image.decode();
    frames.push({ pixels: pixels(image, width, height), stands: at === count - 1 ? 320 : 90 });
  }
  const times = [];
  let blob;
  for (let round = 0; round < 5; round++) {
    const start = performance.now();
    blob = window[name](frames, width, height);
    times.push(performance.now() - start);
  }
  const decoder = new ImageDecoder({ data: await blob.arrayBuffer(), type: "image/gif" });
  await decoder.tracks.ready;
  let [sum, channels, worst] = [0, 0, 0];
  for (let at = 0; at < count; at++) {
    const { image } = await decoder.decode({ frameIndex: at });
    const shown = pixels(image, width, height);
    shown.forEach((value, each) => {
      const error = Math.abs(value - frames[at].pixels[each]);
      sum += error ** 2;
      channels += 1;
      worst = Math.max(worst, error);
    });
  }
  times.sort((one, other) => one - other);
  return [count, blob.size, Math.round(times[2]), Math.sqrt(sum / channels).toFixed(2), worst];
}"""


def main() -> None:
    """Print a line for each game and encoder."""
    chromium = find_chromium()
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        node = ROOT / ".venv/bin/node"
        subprocess.run([node, ROOT / "bench/compared/gifs.mjs", folder], check=True)
        browser = playwright.chromium.launch(
            executable_path=chromium.executable, args=list(chromium.args)
        )
        page = browser.new_page()
        page.route("**", lambda route: route.fulfill(body="<!doctype html>"))
        page.goto("http://films.localhost/")
        scripts = {name: Path(folder, f"{name}.js") for name in ("ours", "gifenc")}
        for script in scripts.values():
            page.add_script_tag(content=script.read_text(), type="module")
        for game in sorted((ROOT / "src/chabudai/games").glob("*/golden")):
            film = Path(folder, "film.svg")
            command = [ROOT / ".venv/bin/chabudai", "replay", min(game.glob("*.jsonl"))]
            subprocess.run([*command, "--film", film], check=True, capture_output=True)
            for name, script in scripts.items():
                size = len(gzip.compress(script.read_bytes(), 9))
                print(
                    game.parent.name, name, *page.evaluate(ENCODE, [film.read_text(), name]), size
                )
        browser.close()


if __name__ == "__main__":
    main()
