/** The page of a table whose game cannot continue. */
import { Again } from "../party/again";
import { Transcript } from "../transcript";
import { Heading } from "../../ui/heading";
import { Logo } from "../../ui/logo";
import { t } from "../../i18n/language";
import { go } from "../../state/routes";
import type { Table } from "../../state/table";
import type { Stopped as Why } from "../../net/types.gen";
import { said } from "./words";

interface Props {
  readonly table: Table;
  readonly why: Why;
}

export function Stopped({ table, why }: Props) {
  return (
    <main class="message" data-testid="stopped">
      <Logo />
      <Heading>{said(why === "newer" ? "elsewhere" : "stopped")}</Heading>
      <p>{said(`why.${why}`)}</p>
      {why === "newer" ? (
        <div class="ways-buttons">
          <button type="button" class="primary" onClick={() => go("/")}>
            {t("home")}
          </button>
        </div>
      ) : (
        <>
          <div class="ways-buttons">
            <Again table={table} onward={null} />
          </div>
          <Transcript table={table} />
        </>
      )}
    </main>
  );
}
