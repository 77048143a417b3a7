"""Tables in memory: commands, bots' moves, clocks, and the frames for followers."""
