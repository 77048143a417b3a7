/** All pages except the front page and tables, by the first part of their address. */
import { useSignal, useSignalEffect } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { books } from "books";
import { screens } from "screens";
import sheet from "../css/pages.css";
import partySheet from "../css/party.css";
import { offers } from "../net/api";
import { useFailure } from "../ui/lazy_part";
import { Message } from "../ui/message";
import { t } from "../i18n/language";
import { replace, studioPath } from "../state/routes";
import { withMoreStyle } from "../platform/stylesheets";
import { Unkept } from "./offline";
import { BookPage, type BookFiles } from "./book";
import { DailyPage } from "./daily/page";
import { MinePage } from "./stats/page";
import { t as pages } from "./words";

interface Props {
  readonly page: string;
  /** The second part of the address, such as a game. */
  readonly name: string | undefined;
  /** Further parts of the address, which no page uses. */
  readonly more: readonly string[];
  readonly root: HTMLElement;
}

type Load = () => Promise<ComponentType>;

export function Pages({ page, name, more, root }: Props) {
  if (page === "studio" && name === undefined) return <AnyStudio />;
  return <Later key={`${page}/${name}`} load={more.length > 0 ? undefined : loaderOf(page, name)} root={root} />;
}

/** Return the function that fetches a page, or undefined if the page does not exist. */
function loaderOf(page: string, name: string | undefined): Load | undefined {
  switch (page) {
    case "studio": {
      const load = screens[name ?? ""]?.loadStudio;
      return load && (async () => (await load()).Studio);
    }
    case "daily":
      return () => withMoreStyle(sheet, Promise.resolve(() => <DailyPage named={name} />));
    // The server writes the pages of rulebooks. This script shows one that does not exist or is not stored.
    case "rules":
      return () =>
        offers().then(
          () => Nowhere,
          () => Unkept,
        );
    case "p":
      return name === undefined ? undefined : () => partyOf(name);
    case "mine":
      return () => withMoreStyle(sheet, Promise.resolve(MinePage));
    case "book": {
      const load = books[name ?? ""];
      return load && (() => bookOf(name ?? "", load));
    }
    default:
      return undefined;
  }
}

/** Load the page of a party. */
async function partyOf(id: string): Promise<ComponentType> {
  const { PartyPage } = await withMoreStyle(partySheet, import("./party/page"));
  return () => <PartyPage id={id} />;
}

/** Load a game's book and its style sheets. */
async function bookOf(game: string, load: () => Promise<BookFiles>): Promise<ComponentType> {
  const files = await load();
  await Promise.all([sheet, ...files.sheets].map((each) => withMoreStyle(each, Promise.resolve())));
  return () => <BookPage game={game} files={files} />;
}

function Nowhere() {
  return <Message title={t("nowhere")} text={pages("nowhere.text")} />;
}

/** Redirects to the studio of the first game that has one. */
function AnyStudio() {
  const game = Object.keys(screens).find((name) => screens[name]?.loadStudio);
  useEffect(() => {
    if (game !== undefined) replace(studioPath(game) + location.hash);
  }, [game]);
  return <Message title={t(game === undefined ? "nowhere" : "loading")} text={game === undefined ? pages("nowhere.text") : ""} />;
}

/** A page that is shown once it is fetched. */
function Later({ load, root }: { readonly load: Load | undefined; readonly root: HTMLElement }) {
  const page = useSignal<ComponentType | null>(null);
  const fail = useFailure();
  useEffect(() => {
    void load?.().then((loaded) => (page.value = loaded), fail);
  }, []);
  useSignalEffect(() => {
    root.dataset["ready"] = String(page.value !== null || load === undefined);
  });
  if (load === undefined) return <Nowhere />;
  if (page.value === null) return <Message title={t("loading")} />;
  const Page = page.value;
  return <Page />;
}
