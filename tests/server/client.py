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
    (static / "app-0A1B2C3D.js.gz").write_bytes(gzip.compress(b"export {};\n"))
    texts = {"worker-0a1b2c3d.js": "KEPT;\n", "plain.txt": "plain\n"}
    texts |= dict.fromkeys(("app-0A1B2C3D.js", "game_screen-0a1b2c3d.js"), "export {};\n")
    texts |= {f"{sheet}-0A1B2C3D.css": "body {}\n" for sheet in ("app", "rules", "japanese")}
    for name, text in {**texts, "manifest.json": json.dumps(manifest)}.items():
        (static / name).write_text(text)
    return static
