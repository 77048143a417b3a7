"""Accessibility problems of a page, as found by axe."""

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = Path(__file__).resolve().parents[1] / "node_modules" / "axe-core" / "axe.min.js"
EVERY_RULE: dict[str, Any] = {}
OF_COLOURS: dict[str, Any] = {"runOnly": ["color-contrast"]}
"""Rules of axe that a change of theme can break."""


def violations(page: Page, rules: dict[str, Any] = EVERY_RULE) -> list[str]:
    """Return the problems that axe finds on the current page."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    # No preloading: axe would fetch media to check for sounds that play automatically. Only
    # violations: the list of passed rules would be a hundred times as long.
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
