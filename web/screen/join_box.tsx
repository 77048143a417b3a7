/** The way to join: the site's address, the code in large digits, and a QR code. */
import { TYPED } from "../platform/site";
import { codePath } from "../state/routes";
import type { Table } from "../state/table";
import { isThisComputer, Qr } from "../table/shared_link";
import { say } from "./words";

export function JoinBox({ table }: { readonly table: Table }) {
  const code = table.lobby.value?.code ?? null;
  if (code === null) return null;
  return (
    <section class="join-box" data-testid="join-box">
      <p class="join-how">
        <span>{say("join", { host: TYPED })}</span>
        <strong data-testid="code">{code}</strong>
      </p>
      {!isThisComputer() && <Qr link={codePath(code)} />}
    </section>
  );
}
