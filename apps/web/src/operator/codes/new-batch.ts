import { useSyncExternalStore } from 'react';

export interface NewBatch {
  readonly batchId: string;
  readonly name: string;
  readonly codes: readonly string[];
}

interface UnsavedBatch {
  /** Id of the operator who made the batch. No other operator of this tab sees the codes. */
  readonly by: string;
  readonly batch: NewBatch;
  readonly isSaved: boolean;
}

/**
 * The new batch whose codes are shown once (INV-22). It survives a change of page and an expired session until the operator
 * has saved the codes. It is only in memory; the browser asks before it closes the tab.
 */
let unsavedBatch: UnsavedBatch | null = null;
const listeners = new Set<() => void>();
const subscribe = (notify: () => void) => {
  listeners.add(notify);
  return () => void listeners.delete(notify);
};
const confirmLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

const setUnsavedBatch = (next: UnsavedBatch | null): void => {
  unsavedBatch = next;
  if (next && !next.isSaved) addEventListener('beforeunload', confirmLeaving);
  else removeEventListener('beforeunload', confirmLeaving);
  for (const notify of listeners) notify();
};

export const storeNewBatch = (by: string, batch: NewBatch): void => setUnsavedBatch({ by, batch, isSaved: false });
export const markNewBatchSaved = (): void => setUnsavedBatch(unsavedBatch && { ...unsavedBatch, isSaved: true });
export const removeNewBatch = (): void => setUnsavedBatch(null);

/** Returns the new batch of an operator; null when there is none. */
export const useNewBatch = (operatorId: string): UnsavedBatch | null => {
  const now = useSyncExternalStore(subscribe, () => unsavedBatch);
  return now?.by === operatorId ? now : null;
};
