import { useSyncExternalStore } from 'react';

/**
 * The operator's token, for this tab alone and gone with it (OP-01). It has nothing to do with the session record of the
 * portal in the same browser, which an operator may have beside it as a customer.
 */
const TOKEN_KEY = 'foyer.operator';

/** Why nobody is signed in: the session ended by itself, they left, or they have not come yet. */
export type Absence = 'new' | 'ended' | 'left';

const read = (): string | null => {
  try {
    return sessionStorage.getItem(TOKEN_KEY);
  } catch {
    return null;
  }
};

let token = read();
let absence: Absence = 'new';
const readers = new Set<() => void>();

const change = (next: string | null) => {
  token = next;
  try {
    if (next === null) sessionStorage.removeItem(TOKEN_KEY);
    else sessionStorage.setItem(TOKEN_KEY, next);
  } catch {
    // no storage: the session lives until the page is left
  }
  for (const tell of readers) tell();
};

const subscribe = (tell: () => void) => {
  readers.add(tell);
  return () => void readers.delete(tell);
};

export const sessionToken = (): string | null => token;
export const useSessionToken = (): string | null => useSyncExternalStore(subscribe, sessionToken);
export const whyAbsent = (): Absence => absence;

export const keepSession = (next: string): void => change(next);

export const dropSession = (why: Exclude<Absence, 'new'>): void => {
  absence = why;
  change(null);
};
