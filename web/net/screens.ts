/** The HTTP calls for big screens. */
import { call, Failure, fetchJson } from "./api";
import type { Screen } from "./types.gen";

/** Ask what this browser shows as a big screen. */
export const bigScreen = (): Promise<Screen> => fetchJson("/api/screens", {});

/** Pair the big screen that shows a code with a party. */
export const pairScreen = (party: string, code: string): Promise<string> => call(`/api/parties/${encodeURIComponent(party)}/screens`, { code });

/** Return whether a call failed because no screen shows the code. */
export const isUnknownCode = (failure: unknown): boolean => failure instanceof Failure && failure.code === "wrong-secret";
