import type { HookAttemptView, OperatorHook } from '@foyer/contract/api/operator-hooks';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { HookContent, HookDelivery } from '../entitlements/ports.ts';

/** A message in the list of operators. */
export interface HookRow
  extends Omit<OperatorHook, 'accountId' | 'createdAt' | 'lastAttemptAt' | 'nextAttemptAt'>,
    Pick<HookDelivery, 'seq' | 'occurredAt'> {
  readonly accountId: AccountId | null;
  readonly createdAt: Instant;
  readonly lastAttemptAt: Instant | null;
  readonly data: HookContent['data'];
}

export interface HookFilter {
  readonly product: string | null;
  readonly status: HookDelivery['status'] | null;
}

/** Reads of the page of messages to products. */
export interface HookReads {
  /** Messages before the given id, newest first. Ids begin with their time. */
  hooks(filter: HookFilter, before: string | null, limit: number): Promise<HookRow[]>;
  hook(id: string): Promise<HookRow | null>;
  /** Attempts of a message, newest first. */
  attemptsOf(id: string, limit: number): Promise<(Omit<HookAttemptView, 'at'> & { readonly at: Instant })[]>;
  /** Next attempt of each of these messages that waits in the queue. */
  nextAttempts(ids: readonly string[]): Promise<ReadonlyMap<string, Instant>>;
  /** Number of given-up messages to a product, at most `COUNT_LIMIT` + 1. */
  failedCount(product: string): Promise<number>;
}
