/** The rulebooks, as the server writes them. */
import { trusted } from "../platform/trusted_html";
import { call, Failure } from "./api";

/** The game in a few lines. */
export interface Glance {
  readonly title: string;
  readonly lines: readonly string[];
}

export interface Rulebook {
  readonly glance: Glance | null;
  /** HTML, for the property `dangerouslySetInnerHTML`. */
  readonly introduction: { readonly __html: string };
  /** The introduction, the chapters, and the rules, each with its ID. Without the list of contents. */
  readonly text: { readonly __html: string };
}

const books = new Map<string, Promise<Rulebook>>();

export const rulesPath = (game: string, lang: string): string => `/rules/${encodeURIComponent(game)}?lang=${lang}`;

/** Fetch a rulebook. Throws a `Failure`. */
export function rulebook(game: string, lang: string): Promise<Rulebook> {
  const path = rulesPath(game, lang);
  const book = books.get(path) ?? call(path).then(read);
  books.set(path, book);
  book.catch(() => books.delete(path));
  return book;
}

function read(page: string): Rulebook {
  const text = new DOMParser().parseFromString(trusted(page), "text/html").querySelector(".rules-text");
  if (text === null) throw new Failure("offline", "The answer is not a rulebook.");
  text.querySelector(".contents")?.remove();
  const glance = text.querySelector(".glance");
  glance?.remove();
  return {
    glance: glance && {
      title: glance.querySelector("h2")?.textContent ?? "",
      lines: [...glance.querySelectorAll("li")].map((line) => line.textContent ?? ""),
    },
    introduction: { __html: trusted(text.querySelector(".prose")?.innerHTML ?? "") },
    text: { __html: trusted(text.innerHTML) },
  };
}
