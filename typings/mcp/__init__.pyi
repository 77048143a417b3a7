"""The part of the SDK of the Model Context Protocol that is used here."""
