"""chabudai: four small-box games with enforced rules, bots and a server."""
