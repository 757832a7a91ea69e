import type { HookAttemptView, HookEndpoint, OperatorHook } from '@foyer/contract/api/operator-hooks';
import { type Instant, iso, isoOrNull } from '@foyer/contract/vocabulary/instants';
import type { Product } from '@foyer/contract/vocabulary/plans';
import { hookBody } from '../entitlements/deliver-hook.ts';
import type { HookContent, HookDelivery, HookSettings } from '../entitlements/ports.ts';
import { encodeCursor, readCursor } from '../list-page.ts';
import type { Platform } from '../platform.ts';
import { refusedCommand } from '../refused.ts';
import type { HookFilter, HookReads, HookRow } from './hook-ports.ts';
import type { By, OperatorRows } from './ports.ts';

const HOOKS_PAGE = 50;
const ATTEMPTS = 100;

interface Reads {
  readonly reads: HookReads;
}

const viewHook = (
  { seq: _, occurredAt: _at, data: _data, ...row }: HookRow,
  next: ReadonlyMap<string, Instant>,
): OperatorHook => ({
  ...row,
  createdAt: iso(row.createdAt),
  lastAttemptAt: isoOrNull(row.lastAttemptAt),
  nextAttemptAt: isoOrNull(next.get(row.id) ?? null),
});

const nextAttempts = ({ reads }: Reads, rows: readonly HookRow[]) =>
  reads.nextAttempts(rows.filter(({ status }) => status === 'waiting').map(({ id }) => id));

/** Lists messages to products, newest first (BY-08). */
export const makeListHooks =
  (needs: Reads) =>
  async (
    filter: HookFilter,
    cursor: string | undefined,
  ): Promise<{ hooks: OperatorHook[]; nextCursor: string | null }> => {
    const found = await needs.reads.hooks(filter, readCursor(cursor)?.id ?? null, HOOKS_PAGE + 1);
    const rows = found.slice(0, HOOKS_PAGE);
    const last = rows.at(-1);
    const next = await nextAttempts(needs, rows);
    return {
      hooks: rows.map((row) => viewHook(row, next)),
      nextCursor: last && found.length > HOOKS_PAGE ? encodeCursor(0, last.id) : null,
    };
  };

/** Returns a message with the body that is sent, and its attempts. */
export const makeReadHook =
  (needs: Reads) =>
  async (
    id: string,
  ): Promise<{ hook: OperatorHook; payload: Record<string, unknown>; attempts: HookAttemptView[] }> => {
    const row = await needs.reads.hook(id);
    if (!row) throw refusedCommand('not_found', { type: 'message', id });
    const [next, attempts] = await Promise.all([nextAttempts(needs, [row]), needs.reads.attemptsOf(id, ATTEMPTS)]);
    const { type, data, occurredAt, seq } = row;
    return {
      hook: viewHook(row, next),
      payload: { ...hookBody({ type, data, occurredAt, seq } as HookContent & HookRow) },
      attempts: attempts.map(({ at, ...attempt }) => ({ ...attempt, at: iso(at) })),
    };
  };

/** Returns an address without its query and fragment, which may have a secret. */
const shownAddress = (url: string): string => {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
};

interface Endpoints {
  readonly endpoints: HookSettings['endpoints'];
}

/** Lists the configured endpoints with the number of messages that were given up. */
export const makeListHookEndpoints =
  ({ reads, endpoints }: Reads & Endpoints) =>
  async (): Promise<{ endpoints: HookEndpoint[] }> => ({
    endpoints: await Promise.all(
      Object.entries(endpoints).map(async ([product, url = '']) => ({
        product,
        address: shownAddress(url),
        failed: await reads.failedCount(product),
      })),
    ),
  });

/** Rows that the commands about messages write, in one transaction with the job in the queue. */
export interface HookCommandRows extends Pick<OperatorRows, 'record'> {
  /** Queues a message again. `waiting` if it is in the queue already. */
  resendHook(id: string): Promise<'done' | 'unknown' | HookDelivery['status']>;
  /** Stores a test message and queues it. */
  sendTestHook(test: { readonly id: string; readonly product: Product; readonly at: Instant }): Promise<void>;
}

interface Commands {
  readonly inTransaction: <T>(run: (tx: HookCommandRows) => Promise<T>) => Promise<T>;
}

/** Sends a message to its product again, with the same id and body, also one that was delivered. */
export const makeResendHook =
  ({ inTransaction }: Commands) =>
  (id: string, by: By): Promise<void> =>
    inTransaction(async (tx) => {
      const subject = { type: 'message', id } as const;
      const outcome = await tx.resendHook(id);
      if (outcome === 'unknown') throw refusedCommand('not_found', subject);
      if (outcome !== 'done') throw refusedCommand('already_queued', subject);
      await tx.record({ ...by, accountId: null, action: 'resend_hook', subjectId: id, after: {}, domainAt: null });
    });

/** Sends a test message to the endpoint of a product, through the queue, with the signature of any message. */
export const makeSendTestHook =
  ({ newId, wallNow }: Platform, { inTransaction, endpoints }: Commands & Endpoints) =>
  async (product: string, by: By): Promise<{ id: string }> => {
    if (!Object.hasOwn(endpoints, product)) throw refusedCommand('not_found', { type: 'endpoint', id: product });
    const id = newId('hookDelivery');
    await inTransaction(async (tx) => {
      await tx.sendTestHook({ id, product, at: wallNow() });
      const after = { message: id };
      await tx.record({ ...by, accountId: null, action: 'send_test_hook', subjectId: product, after, domainAt: null });
    });
    return { id };
  };
