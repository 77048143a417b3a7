"""Tables as this process holds them in memory, and what is done to them: commands, bots' moves,
clocks, and telling those who follow.
"""
