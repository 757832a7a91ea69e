import type { Intake } from './intake.ts';

/** What the first script hands to the bundle. Both read this one type; nothing else is shared at run time. */
export interface PageStart {
  /** Answers asked for before the bundle arrived, by the name of the call. Undefined when there was no session to ask with. */
  readonly early: Record<string, Promise<Response | undefined>>;
  readonly startedAt: number;
  /** The token intake under way, when the address carried a token. */
  intake?: Promise<Intake>;
  /** The address already goes to the authentication site: the bundle shall not start. */
  leaving?: boolean;
  /** Set by the bundle once it shows something: errors after that belong to a region of the page. */
  started?: boolean;
  /** Shows the static "Something broke" page (SH-16). */
  readonly showFatal: () => void;
}

declare global {
  interface Window {
    __foyer?: PageStart;
  }
}

/** Only the first moments: an answer nobody asked for by then would be old when somebody does. */
const EARLY_MS = 10_000;

/** The early answer to a call, once. */
export const takeEarly = (name: string): Promise<Response | undefined> | undefined => {
  const start = window.__foyer;
  const early = start?.early[name];
  if (!start || !early) return undefined;
  delete start.early[name];
  return Date.now() - start.startedAt < EARLY_MS ? early : undefined;
};
