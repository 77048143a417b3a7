"""A minimal client, laid out like a built one."""

import gzip
import json
from pathlib import Path


def built_client(folder: Path) -> Path:
    """Write a built client into a folder, and return its path."""
    static = folder / "static"
    static.mkdir()
    manifest: dict[str, object] = {
        "js": "app-0A1B2C3D.js",
        "css": "app-0A1B2C3D.css",
        "rules": "rules-0A1B2C3D.css",
        "japanese": "japanese-0A1B2C3D.css",
        "preload": ["fonts/x.woff2"],
    }
    manifest |= {"image": "poster.jpg", "images": {"word-bank": "bank.jpg"}, "touch": "touch.png"}
    manifest["tables"] = {"word-bank": ["bank-0A1B2C3D.css", "game_screen-0a1b2c3d.js"]}
    icon = {"src": "icon.png", "type": "image/png", "sizes": "192x192", "purpose": "any"}
    manifest |= {"icons": [icon], "books": ["kakapo"], "studios": ["kakapo"]}
    manifest |= {"worker": "worker-0a1b2c3d.js", "kept": ["app-0A1B2C3D.js"]}
    manifest |= {"kept_for": {"ja": ["japanese-0A1B2C3D.css"]}}
    (static / "worker-0a1b2c3d.js").write_text("KEPT;\n")
    (static / "manifest.json").write_text(json.dumps(manifest))
    (static / "app-0A1B2C3D.js").write_text("export {};\n")
    (static / "app-0A1B2C3D.js.gz").write_bytes(gzip.compress(b"export {};\n"))
    (static / "app-0A1B2C3D.css").write_text("body {}\n")
    for sheet in ("rules", "japanese"):
        (static / f"{sheet}-0A1B2C3D.css").write_text("body {}\n")
    (static / "game_screen-0a1b2c3d.js").write_text("export {};\n")
    (static / "plain.txt").write_text("plain\n")
    return static
