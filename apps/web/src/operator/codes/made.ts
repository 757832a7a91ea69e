import { useSyncExternalStore } from 'react';

export interface MadeBatch {
  readonly batchId: string;
  readonly name: string;
  readonly codes: readonly string[];
}

interface Made {
  /** The operator who made them: nobody else in this tab is shown them. */
  readonly by: string;
  readonly batch: MadeBatch;
  readonly isSaved: boolean;
}

/**
 * New codes are shown once (INV-22), so they are kept above the pages, and above a session that ends by itself, until they
 * are saved. Here and nowhere else: they are in no storage and go with the tab, which asks before.
 */
let made: Made | null = null;
const readers = new Set<() => void>();
const subscribe = (tell: () => void) => {
  readers.add(tell);
  return () => void readers.delete(tell);
};
const ask = (event: BeforeUnloadEvent) => event.preventDefault();

const change = (next: Made | null): void => {
  made = next;
  if (next && !next.isSaved) addEventListener('beforeunload', ask);
  else removeEventListener('beforeunload', ask);
  for (const tell of readers) tell();
};

export const keepMade = (by: string, batch: MadeBatch): void => change({ by, batch, isSaved: false });
export const savedMade = (): void => change(made && { ...made, isSaved: true });
export const dropMade = (): void => change(null);

/** The new codes of this operator, if there are any. */
export const useMade = (operatorId: string): Made | null => {
  const now = useSyncExternalStore(subscribe, () => made);
  return now?.by === operatorId ? now : null;
};
