/** Loaders of the dialogs and parts of a table that are fetched together. */

type Dialogs = typeof import("./lazy_dialogs");

export const fetchDialogs = (): Promise<Dialogs> => import("./lazy_dialogs");

/** Return a loader of one part. */
export const dialog = <K extends keyof Dialogs>(name: K) => async (): Promise<Dialogs[K]> => (await fetchDialogs())[name];
