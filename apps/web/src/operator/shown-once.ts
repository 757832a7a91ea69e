import { useSyncExternalStore } from 'react';

interface ShownOnce<Value> {
  /** Id of the operator who made it. No other operator of this tab sees it. */
  readonly by: string;
  readonly value: Value;
  readonly isSaved: boolean;
}

/**
 * Keeps something that the server shows once (INV-22). It survives a change of page and an expired session until the
 * operator has saved it. It is only in memory; the browser asks before it closes the tab.
 */
const makeShownOnce = <Value>() => {
  let shown: ShownOnce<Value> | null = null;
  const listeners = new Set<() => void>();
  const subscribe = (notify: () => void) => {
    listeners.add(notify);
    return () => void listeners.delete(notify);
  };
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  const set = (next: ShownOnce<Value> | null): void => {
    shown = next;
    if (next && !next.isSaved) addEventListener('beforeunload', ask);
    else removeEventListener('beforeunload', ask);
    for (const notify of listeners) notify();
  };
  return {
    store: (by: string, value: Value): void => set({ by, value, isSaved: false }),
    markSaved: (): void => set(shown && { ...shown, isSaved: true }),
    remove: (): void => set(null),
    /** Returns what an operator has made; null when there is none. */
    useFor: (operatorId: string): ShownOnce<Value> | null => {
      const now = useSyncExternalStore(subscribe, () => shown);
      return now?.by === operatorId ? now : null;
    },
  };
};

export interface NewBatch {
  readonly batchId: string;
  readonly name: string;
  readonly codes: readonly string[];
}

export interface NewKey {
  readonly id: string;
  readonly name: string;
  readonly key: string;
}

export const newBatch = makeShownOnce<NewBatch>();
export const newKey = makeShownOnce<NewKey>();
