"""What Alembic runs: the revisions that are missing, on the connection it is handed."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
with context.begin_transaction():
    context.run_migrations()
