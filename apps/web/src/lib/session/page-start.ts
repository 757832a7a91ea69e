import type { Intake } from './intake.ts';

/** Values that the first script passes to the bundle. The two share nothing else at run time. */
export interface PageStart {
  /** Answers asked for before the bundle arrived, by the name of the call. Undefined when there was no session to ask with. */
  readonly early: Record<string, Promise<Response | undefined>>;
  readonly startedAt: number;
  /** The hash that the address had when the bundle began; any token has left it by then. */
  begunAt?: string;
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

/** The early answer to a call, once. The bundle takes them as it starts, so none is old. */
export const takeEarlyResponse = (name: string): Promise<Response | undefined> | undefined => {
  const early = window.__foyer?.early;
  const answer = early?.[name];
  if (answer) delete early[name];
  return answer;
};
