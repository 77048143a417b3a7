"""What is worked out beside the table: looking back on a mission, grading, making, the studio."""
