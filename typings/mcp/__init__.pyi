"""The part of the SDK of the Model Context Protocol that chabudai uses."""
