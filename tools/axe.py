"""What axe, which looks for what keeps people from using a page, finds wrong with one."""

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = Path(__file__).resolve().parents[1] / "node_modules" / "axe-core" / "axe.min.js"
EVERY_RULE: dict[str, Any] = {}
OF_COLOURS: dict[str, Any] = {"runOnly": ["color-contrast"]}
"""Of axe's rules, what another theme can break."""


def violations(page: Page, rules: dict[str, Any] = EVERY_RULE) -> list[str]:
    """What axe finds wrong with the page as it is."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    # Nothing that axe would fetch is needed: it looks for sounds that play by themselves.
    # What it has passed is a hundred times what it found.
    found: list[dict[str, Any]] = page.evaluate(
        """async (rules) => {
          const wanted = { ...rules, resultTypes: ["violations"], preload: false };
          return (await axe.run(wanted)).violations;
        }""",
        rules,
    )
    return [
        f"{each['id']}: {json.dumps(node['target'])} {node['failureSummary'][:300]}"
        for each in found
        for node in each["nodes"]
    ]
