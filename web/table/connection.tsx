/** A banner while there is no connection to the server, or a slow one. */
import { t } from "../i18n/language";
import type { Table } from "../state/table";

export function Connection({ table }: { readonly table: Table }) {
  if (table.slow.value) {
    return (
      <p class="connection" role="status" data-testid="slow">
        <span class="dots" aria-hidden="true" />
        {t("connection.slow")}
      </p>
    );
  }
  if (table.linked.value !== "lost") return null;
  return (
    <p class="connection" role="alert" data-testid="connection">
      <span class="dots" aria-hidden="true" />
      {t("connection.lost")}
    </p>
  );
}
