"""The part of openskill that chabudai uses."""
