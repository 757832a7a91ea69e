import type { ClosurePlan } from '@foyer/contract/api/closing';
import type { AccountId, SessionId, UserId } from '@foyer/contract/vocabulary/ids';
import { type Instant, MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import { closeAccount } from '@foyer/domain/billing/close-account';
import { finish, startDraft } from '@foyer/domain/billing/draft';
import { isUndecided } from '@foyer/domain/billing/due';
import { closureBlock } from '@foyer/domain/closing/closure-plan';
import type { LoadedAccount } from '../billing/ports.ts';
import { REQUEST_TIMEOUTS } from '../gateway-deadline.ts';
import type { LockedUser } from '../identity/ports.ts';
import type { Platform } from '../platform.ts';
import { orRefuse, Refused } from '../refused.ts';
import type { ClosingStore } from './ports.ts';
import { type RemoveDependencies, removeAtGateway } from './remove-at-gateway.ts';

export interface EndAccountDependencies<Store extends ClosingStore> extends RemoveDependencies {
  /** Ends open challenges, so that they do not block the closing. */
  readonly closeChallenges: (accountId: AccountId) => Promise<void>;
  readonly inTransaction: <T>(work: (tx: Store) => Promise<T>) => Promise<T>;
}

/** Account that is closed now, in the transaction that closes it. */
export interface AccountEnded {
  readonly creditCents: number;
  /** Moment the account lived at. */
  readonly at: Instant;
}

/** Order to close an account: the customer's own, or an operator's. */
export interface Closing<Store extends ClosingStore> {
  readonly accountId: AccountId;
  readonly userId: UserId;
  readonly sessionId: SessionId | null;
  readonly requestId: string | null;
  /** Whether whoever orders it may close accounts of the brand. */
  readonly brandAllows: (brand: string) => boolean;
  readonly hasClaim: boolean;
  /** Throws when the account, or its locked user, may not be closed by this order. */
  readonly check: (account: LoadedAccount | null, user: LockedUser | null) => void;
  /** Writes what belongs to the order in the transaction that closes the account. */
  readonly alsoWrite?: (tx: Store, ended: AccountEnded) => Promise<void>;
}

/** Period for which a removal belongs to the call that began it; then the worker goes on with it. */
const LEASE_MS = MINUTE_MS;

const refuseBlocked = (block: ClosurePlan['blocked']): void => {
  switch (block) {
    case null:
      return;
    case 'claim_missing':
      throw new Refused('FORBIDDEN');
    case 'payment_undecided':
      throw new Refused('OPERATION_IN_PROGRESS');
    case 'brand':
    case 'export_review':
      throw new Refused('CLOSURE_BLOCKED', { code: block });
    default:
      block satisfies never;
  }
};

type Locked = LoadedAccount & { readonly user: LockedUser };

/** Locks account and user, in this order, and looks again at everything that may hold closing up. */
const lock = async <Store extends ClosingStore>(tx: Store, closing: Closing<Store>): Promise<Locked> => {
  const { accountId, userId, brandAllows, hasClaim, check } = closing;
  const loaded = await tx.lockAccount(accountId);
  const user = await tx.lockUser(userId);
  check(loaded, user);
  if (!loaded || !user) throw new Refused('NOT_FOUND');
  const { account, attempts } = loaded.state;
  refuseBlocked(
    closureBlock({
      brandAllows: brandAllows(account.brand),
      hasClaim,
      exportStatus: account.exportStatus,
      isPaymentUndecided: attempts.some(isUndecided) || (await tx.isSavingCard(accountId)),
    }),
  );
  return { ...loaded, user };
};

const endEverything = async <Store extends ClosingStore>(
  tx: Store,
  closing: Closing<Store>,
  { state, now, user }: Locked,
  platform: Platform,
): Promise<AccountEnded> => {
  const { accountId, userId, sessionId, requestId } = closing;
  const writes = orRefuse(closeAccount(state, platform.ruleContext(now)));
  await tx.store(writes);
  await tx.endSessions(userId, null, 'account_closed');
  await tx.erase(user);
  // Without an address or a device: those were just erased.
  await tx.record({ type: 'account_closed', accountId, sessionId, address: null, userAgent: null, requestId });
  const creditCents = Math.max(0, -writes.account.balanceCents);
  await tx.mail({
    kind: 'security',
    template: 'account_closed',
    accountId,
    to: user.email,
    firstName: user.firstName,
    language: user.language,
    brand: user.brand,
    at: platform.wallNow(),
    emailTokenId: null,
    facts: creditCents > 0 ? { creditCents: String(creditCents) } : {},
  });
  const ended = { creditCents, at: now };
  await closing.alsoWrite?.(tx, ended);
  return ended;
};

const putBack = async (
  tx: ClosingStore,
  accountId: AccountId,
  customerRef: string,
  { ruleContext }: Platform,
): Promise<void> => {
  await tx.lockAccount(accountId);
  await tx.putCardBack(customerRef);
  const after = await tx.lockAccount(accountId);
  if (after) await tx.store(finish(startDraft(after.state, ruleContext(after.now))));
};

/**
 * Closes the account (SC-10, S22, INV-27), fail-closed: the payment provider deletes its customer first, and only then
 * everything ends and the person is erased, in one transaction. Before the provider is asked the card is off the
 * account and the question is written down, so that nothing can be charged to a card that may be gone:
 * - the provider says no: the card is put back, and nothing has happened;
 * - it does not answer, or this process dies: the account goes on without a card, the worker asks again until the
 *   provider has deleted it, and the account may be closed again or get another card.
 */
export const makeEndAccount = <Store extends ClosingStore>(
  platform: Platform,
  needs: EndAccountDependencies<Store>,
) => {
  /** Closes if the provider has nothing left to delete; otherwise gives what it has. */
  const close = (closing: Closing<Store>, removed: readonly string[]): Promise<AccountEnded | { open: string[] }> =>
    needs.inTransaction(async (tx) => {
      const locked = await lock(tx, closing);
      const now = platform.wallNow();
      await tx.markRemoved(removed, now);
      const open = await tx.takeCardOff(closing.accountId, now + LEASE_MS);
      if (open.length === 0) return endEverything(tx, closing, locked, platform);
      // Without a card other things fall due than with one.
      await tx.store(finish(startDraft({ ...locked.state, card: null }, platform.ruleContext(locked.now))));
      return { open };
    });

  return async (closing: Closing<Store>): Promise<AccountEnded> => {
    const { accountId } = closing;
    await needs.closeChallenges(accountId);
    const first = await close(closing, []);
    if (!('open' in first)) return first;
    for (const customerRef of first.open) {
      const outcome = await removeAtGateway(platform, needs, customerRef, REQUEST_TIMEOUTS);
      if (outcome === 'removed') continue;
      if (outcome === 'rejected') await needs.inTransaction((tx) => putBack(tx, accountId, customerRef, platform));
      throw new Refused('PAYMENT_GATEWAY_ERROR', outcome === 'silent' ? { code: 'undecided' } : {});
    }
    const second = await close(closing, first.open);
    // Another card was saved meanwhile: that one has to go first.
    if ('open' in second) throw new Refused('OPERATION_IN_PROGRESS');
    return second;
  };
};
