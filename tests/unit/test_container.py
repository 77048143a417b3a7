"""The container: its files fit together, and its settings exist."""

import re
from pathlib import Path

import pytest

from chabudai.cli.settings import OTHERS, SETTINGS
from tools.build_image import command, fill

CONTAINER = Path(__file__).parents[2] / "container"
CONTAINERFILE = (CONTAINER / "Containerfile").read_text()


def test_the_image_has_its_files_known_settings_and_no_root(tmp_path: Path) -> None:
    fill(tmp_path / "new")
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", CONTAINERFILE, re.MULTILINE)
    names = {name for line in copied for name in line.split()}
    assert names == {"requirements.txt", "*.whl", "health.py"}
    given = {each.name for each in (tmp_path / "new").iterdir()}
    assert given == {"Containerfile", *names} - {"*.whl"}
    known = {*OTHERS, *(each.variable for each in SETTINGS)}
    for file in CONTAINER.iterdir():
        assert set(re.findall(r"CHABUDAI_[A-Z_]+", file.read_text())) <= known, file
    assert re.findall(r"^USER (.+)$", CONTAINERFILE, re.MULTILINE) == ["10001:10001"]


@pytest.mark.parametrize("name", ["compose.yaml", "compose.postgres.yaml"])
def test_composed_servers_run_without_privileges_on_a_read_only_disk(name: str) -> None:
    text = (CONTAINER / name).read_text()
    (start,) = re.findall(r"( *)image: localhost/chabudai:latest\n", text)
    for line in (
        *("read_only: true", "cap_drop: [ALL]", 'security_opt: ["no-new-privileges:true"]'),
        "tmpfs: [/tmp",
    ):
        assert text.count(f"\n{start}{line}") == 1


def test_the_image_is_tagged_with_the_version_of_the_wheel() -> None:
    wheel = Path("/new/chabudai-1.2.3-py3-none-any.whl")
    podman, docker = [command(each, wheel, ["--pull"]) for each in ("podman", "docker")]
    assert podman == [
        *("podman", "build", "--format=docker", "--tag=chabudai:1.2.3", "--tag=chabudai:latest"),
        *("--file=/new/Containerfile", "--build-arg=VERSION=1.2.3", "--pull", "/new"),
    ]
    assert [each for each in podman if each not in docker] == ["podman", "--format=docker"]
