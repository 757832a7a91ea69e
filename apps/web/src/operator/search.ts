import { useSyncExternalStore } from 'react';

/** What was last searched for. Kept here and nowhere else: an address, a card or a code is never in the page's address. */
let asked = '';
const readers = new Set<() => void>();
const subscribe = (tell: () => void) => {
  readers.add(tell);
  return () => void readers.delete(tell);
};

export const search = (text: string): void => {
  asked = text;
  for (const tell of readers) tell();
};

export const useSearched = (): string => useSyncExternalStore(subscribe, () => asked);
