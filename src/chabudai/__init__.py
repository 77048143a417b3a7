"""chabudai: four small-box games round one low table."""
