import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../lib/browser-store.ts';

/**
 * Key of the operator's token in this tab's sessionStorage (OP-01). It is independent of the portal's session record, which
 * an operator may have in the same browser as a customer.
 */
const TOKEN_KEY = 'foyer.operator';

/** Why no operator is signed in: no sign-in in this tab yet, an expired session, or a sign-out. */
export type SignedOutReason = 'new' | 'ended' | 'left';

let token = readStored(TOKEN_KEY, 'session') || null;
let reason: SignedOutReason = 'new';
const listeners = new Set<() => void>();

const setToken = (next: string | null) => {
  token = next;
  writeStored(TOKEN_KEY, next ?? '', 'session'); // without storage the session ends when the page is left
  for (const notify of listeners) notify();
};

const subscribe = (notify: () => void) => {
  listeners.add(notify);
  return () => void listeners.delete(notify);
};

/** Returns the operator's token; null when no operator is signed in. */
export const sessionToken = (): string | null => token;
/** `sessionToken` as a hook that renders again when it changes. */
export const useSessionToken = (): string | null => useSyncExternalStore(subscribe, sessionToken);
/** Returns why no operator is signed in. */
export const signedOutReason = (): SignedOutReason => reason;

/** Stores the token of a new session. */
export const storeSession = (next: string): void => setToken(next);

/** Removes the token and stores why. */
export const clearSession = (nextReason: Exclude<SignedOutReason, 'new'>): void => {
  reason = nextReason;
  setToken(null);
};
