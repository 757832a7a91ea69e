import type { Intake } from './intake.ts';

/** Values that the first script passes to the bundle. The two share nothing else at run time. */
export interface PageStart {
  /** Responses of the first requests, by call. Empty if there was no session. */
  readonly early: Record<string, Promise<Response | undefined>>;
  readonly startedAt: number;
  /** Hash of the address when the bundle started, without a token. */
  begunAt?: string;
  /** Running exchange of the token that the address contained. */
  intake?: Promise<Intake>;
  /** The page is already redirecting to the sign-in site, so the bundle must not start. */
  leaving?: boolean;
  /** Set when the bundle has rendered. Later errors are shown by the section in which they occur. */
  started?: boolean;
  /** Shows the static error page (SH-16). */
  readonly showFatal: () => void;
}

declare global {
  interface Window {
    __foyer?: PageStart;
  }
}

/**
 * Returns the early response to a call, once. Responses are taken at the start of the bundle, so they are never old.
 */
export const takeEarlyResponse = (name: string): Promise<Response | undefined> | undefined => {
  const early = window.__foyer?.early;
  const answer = early?.[name];
  if (answer) delete early[name];
  return answer;
};
