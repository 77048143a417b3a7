/** Setting a table from any page. */
import { Failure, newTable } from "./api";
import { t } from "./language";
import { myName } from "./names";
import { go, tablePath } from "./routes";
import { keepInvite } from "./seats";
import type { NewTable } from "./types.gen";

/** Set a table in one's own name and go there. Throws Failure. */
export async function setTable(table: Omit<NewTable, "name">): Promise<void> {
  const seated = await newTable({ ...table, name: myName() });
  keepInvite(seated);
  go(tablePath(seated.table));
}

/** A failure as a sentence to the reader; whatever else was thrown is thrown on. */
export function sorry(failure: unknown): string {
  if (!(failure instanceof Failure)) throw failure;
  return failure.code === "offline" ? t("offline") : t(`problem.${failure.code}`);
}
