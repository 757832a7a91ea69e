import { useSyncExternalStore } from 'react';

/** Text of the last search. It is only in memory: an email, a card or a code must not be part of the URL. */
let searchText = '';
const listeners = new Set<() => void>();
const subscribe = (notify: () => void) => {
  listeners.add(notify);
  return () => void listeners.delete(notify);
};

export const setSearchText = (text: string): void => {
  searchText = text;
  for (const notify of listeners) notify();
};

export const useSearchText = (): string => useSyncExternalStore(subscribe, () => searchText);
