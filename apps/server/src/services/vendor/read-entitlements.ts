import type { EntitlementEventPage, VendorEntitlements } from '@foyer/contract/api/vendor';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import { iso } from '@foyer/contract/vocabulary/instants';
import { entitlementsOf } from '@foyer/domain/entitlements/entitlement';
import type { BillingReads } from '../billing/ports.ts';
import { viewEntitlement } from '../entitlements/view-entitlement.ts';
import type { Platform } from '../platform.ts';
import { Refused } from '../refused.ts';
import type { EntitlementEventReads } from './ports.ts';

/**
 * Returns what an account may use, by the rule that also makes the messages to products. The sequence is read before the
 * entitlements. So a change in between gives newer entitlements under the older number, which the message about it corrects,
 * and never older ones under the newer number.
 */
export const makeReadEntitlements =
  (
    { ruleContext }: Platform,
    { reads, events }: { readonly reads: Pick<BillingReads, 'account'>; readonly events: EntitlementEventReads },
  ) =>
  async (accountId: AccountId): Promise<VendorEntitlements> => {
    const sequence = await events.sequenceOf(accountId);
    const loaded = await reads.account(accountId);
    if (!loaded) throw new Refused('NOT_FOUND');
    const entitlements = entitlementsOf(loaded.state, ruleContext(loaded.now)).map(viewEntitlement);
    return { accountId, sequence, entitlements };
  };

/** Position in the feed. After a restore, behind a hyphen when that was, because positions repeat. */
const CURSOR = /^(0|[1-9]\d{0,14})(?:-([0-9a-z]{1,11}))?$/;

/** Refusal of a cursor that no answer of this database had. */
const unknownCursor = (): Refused =>
  new Refused('INVALID_REQUEST', {
    field: 'cursor',
    code: 'unknown_cursor',
    message:
      'This cursor is not one of an earlier answer. Call without a cursor, and read the entitlements of each account once.',
  });

/** Returns the events after a cursor. `cursor` of the answer is where the next call continues, also at the end. */
export const makeListEntitlementEvents =
  (events: EntitlementEventReads) =>
  async (cursor: string | undefined, pageSize: number): Promise<EntitlementEventPage> => {
    const [, position, mark] = CURSOR.exec(cursor ?? '') ?? [];
    if (cursor !== undefined && position === undefined) throw unknownCursor();
    const after = Number(position ?? 0);
    const found = await events.eventsAfter(after, pageSize + 1);
    const { lastPosition, restoredAt } = await events.readFeed(); // after the events, which may get their positions only now
    const restored = restoredAt?.toString(36);
    if (cursor !== undefined && (mark !== restored || after > lastPosition)) throw unknownCursor();
    const page = found.slice(0, pageSize);
    return {
      events: page.map(({ id, seq, data, occurredAt }) => ({
        id,
        type: 'entitlement.changed',
        timestamp: iso(occurredAt),
        data: { ...data, sequence: seq },
      })),
      cursor: [page.at(-1)?.position ?? after, ...(restored === undefined ? [] : [restored])].join('-'),
      hasMore: found.length > pageSize,
    };
  };
