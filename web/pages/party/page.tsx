/** The page of a party: tonight's score and games, the next game, and ways to join for late friends. */
import { useEffect, useMemo } from "preact/hooks";
import { joined, lang, t as shell } from "../../i18n/language";
import type { Party } from "../../net/types.gen";
import { linkFor } from "../../state/invitations";
import { setLooks } from "../../state/looks";
import { tablePath } from "../../state/routes";
import { SharedLink } from "../../table/shared_link";
import { Heading } from "../../ui/heading";
import { Languages } from "../../ui/language_choice";
import { Link } from "../../ui/link";
import { HomeLink } from "../../ui/logo";
import { Message } from "../../ui/message";
import { GameLists } from "./games";
import { Keepsakes } from "./keepsakes";
import { Next } from "./next";
import { follow } from "./party_state";
import { Quit } from "./quit";
import { Around } from "./around";
import { nameOf, scoresOf, sentenceOf, titleOf } from "./score";
import { t } from "./words";

interface Props {
  readonly id: string;
}

export function PartyPage({ id }: Props) {
  const following = useMemo(() => follow(id), [id]);
  useEffect(() => following.stop, [following]);
  const party = following.party.value;
  const trouble = following.trouble.value;
  if (party === null) return <Message title={shell(trouble ? "nowhere" : "loading")} text={trouble} />;
  // Tokens are looked up by the number of the person.
  setLooks(party.people);
  const title = party.host !== null && party.people[party.host]?.name ? t("party", { name: nameOf(party, party.host) }) : t("party.unnamed");
  document.title = `${title} · ${shell("name")}`;
  return (
    <div class="party" data-testid="party">
      <header class="masthead">
        <HomeLink />
        <p class="party-name">{title}</p>
        <Languages />
      </header>
      <main key={lang.value}>
        <section class="tonight">
          <Heading>
            <Score key={sentenceOf(party)} party={party} />
          </Heading>
          <Around party={party} />
        </section>
        <section class="next" aria-labelledby="party-next">
          {trouble && (
            <p key={trouble} class="trouble" role="alert" data-testid="trouble">
              {trouble}
            </p>
          )}
          <Now party={party} />
          <Next id={id} party={party} look={following.look} />
        </section>
        <GameLists party={party} />
        <Late id={id} party={party} />
        <section class="panel keepsakes" aria-labelledby="party-keep">
          <Keepsakes party={party} title={title} />
          <Quit party={party} quit={following.quit} />
        </section>
      </main>
    </div>
  );
}

/** Tonight's score, with no line break between a name and its number. */
function Score({ party }: { readonly party: Party }) {
  const [before = "", after = ""] = t("tonight").split("{score}");
  const scores = scoresOf(party);
  if (scores.length === 0) return <span data-testid="score">{t("tonight.none")}</span>;
  return (
    <span data-testid="score">
      {before}
      {scores.map(({ person, name, wins }, at) => (
        <>
          {at > 0 && " "}
          <span key={person} class="kept">{`${name}\u00a0${wins}${at < scores.length - 1 ? "\u00a0·" : ""}`}</span>
        </>
      ))}
      {after}
    </span>
  );
}

/** The current game, if it is not over. */
function Now({ party }: { readonly party: Party }) {
  const { table, game, status, opener, me } = party;
  if (status === "over") return null;
  const name = opener === null ? "" : opener === me ? shell("you") : nameOf(party, opener);
  const opened = status === "lobby" && name ? t("opened", { name }) : "";
  return (
    <p key={status} class="party-now" data-testid="now">
      <span>{joined([opened, t(`on.${status}`, { game: titleOf(game) })])}</span>
      <Link to={tablePath(table)} look="button primary" testid="go-there">
        {t("go")}
      </Link>
    </p>
  );
}

function Late({ id, party: { code, invitation } }: { readonly id: string; readonly party: Party }) {
  return (
    <section class="panel late" aria-labelledby="party-late">
      <div class="code">
        <h2 id="party-late">{t("late")}</h2>
        {code && <strong data-testid="code">{code}</strong>}
      </div>
      <SharedLink label={t("late.link")} link={linkFor(id, { code, invitation })} name="invite-link" />
    </section>
  );
}
