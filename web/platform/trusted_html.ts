/** Markup that this page may parse: its own pictures, and QR codes from its server; and its service worker. Trusted
 * Types refuse any other. */
import { PREFIX } from "./site";

interface Policy {
  readonly createHTML: (text: string) => string;
  readonly createScriptURL: (address: string) => string;
}

interface Policies {
  readonly createPolicy: (name: string, rules: Policy) => Policy;
}

const WORKER = `${PREFIX}/worker.js`;

/** The server's Content-Security-Policy allows this name. */
const policy = (globalThis as { readonly trustedTypes?: Policies }).trustedTypes?.createPolicy("chabudai", {
  createHTML: (text) => text,
  createScriptURL: () => WORKER,
});

export function trusted(text: string): string {
  return policy === undefined ? text : policy.createHTML(text);
}

/** Return the address of the service worker. */
export const trustedWorker = (): string => policy?.createScriptURL(WORKER) ?? WORKER;
