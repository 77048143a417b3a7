"""The part of matplotlib that chabudai uses."""
