import type { AttemptId } from '@foyer/contract/vocabulary/ids';
import { SECOND_MS } from '@foyer/contract/vocabulary/instants';
import type { Platform } from '../platform.ts';
import type { ProlongLeases } from './charge-batch.ts';

/** Interval of prolonging: a third of a lease, so that one failed statement does not lose it. */
const PERIOD_MS = 20 * SECOND_MS;

interface Dependencies {
  readonly prolong: (attemptIds: readonly AttemptId[]) => Promise<void>;
  readonly periodMs?: number;
}

/** Prolongs the leases of a batch until it ends. With a slow gateway its last attempt is sent minutes later. */
export const makeProlongLeases =
  ({ onFault }: Platform, { prolong, periodMs = PERIOD_MS }: Dependencies): ProlongLeases =>
  (attemptIds) => {
    const timer = setInterval(() => {
      const waiting = attemptIds();
      if (waiting.length > 0)
        prolong(waiting).catch((error: unknown) => onFault(error, `leases of the batch of payment ${waiting[0]}`));
    }, periodMs);
    return () => clearInterval(timer);
  };
