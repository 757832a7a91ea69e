import type { ClosurePlan } from '@foyer/contract/api/closing';
import type { AccountId, UserId } from '@foyer/contract/vocabulary/ids';
import { type Instant, MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import { closeAccount } from '@foyer/domain/closing/close-account';
import { closureBlock } from '@foyer/domain/closing/closure-plan';
import { finish, startDraft } from '@foyer/domain/decision/draft';
import { isUndecided } from '@foyer/domain/state/due';
import type { LoadedAccount } from '../billing/ports.ts';
import { REQUEST_TIMEOUTS } from '../gateway-deadline.ts';
import type { LockedUser } from '../identity/ports.ts';
import { notifyOwner } from '../identity/security-mail.ts';
import type { Platform } from '../platform.ts';
import { orRefuse, Refused } from '../refused.ts';
import type { ClosingOrder, ClosingOrders, ClosingStore } from './ports.ts';
import { type RemoveDependencies, removeAtGateway } from './remove-at-gateway.ts';

type InClosingTransaction = <T>(work: (tx: ClosingStore) => Promise<T>) => Promise<T>;

export interface EndAccountDependencies extends RemoveDependencies {
  /** Ends open challenges, so that they do not block the closing. */
  readonly closeChallenges: (accountId: AccountId) => Promise<void>;
  readonly inTransaction: InClosingTransaction;
}

/** Account that is closed now. */
export interface AccountEnded {
  readonly creditCents: number;
}

/** Account to close, with the order of the customer or an operator and the conditions it has to meet. */
export interface Closing extends ClosingOrder {
  readonly accountId: AccountId;
  readonly userId: UserId;
  /** True if the customer or operator who requests it may close accounts of the brand. */
  readonly brandAllows: (brand: string) => boolean;
  readonly hasClaim: boolean;
  /** Throws when the account, or its locked user, may not be closed by this order. */
  readonly check: (account: LoadedAccount | null, user: LockedUser | null) => void;
}

/** Period for which a removal and its order belong to the call that began it; then the worker continues. */
const LEASE_MS = MINUTE_MS;

/** Orders that the worker takes at once. */
const BATCH = 20;

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

type Locked = LoadedAccount & { readonly user: LockedUser; readonly block: ClosurePlan['blocked'] };

/** Locks account and user, in this order, and checks again what may block the closing. */
const lock = async (tx: ClosingStore, closing: Closing): Promise<Locked> => {
  const { accountId, userId, brandAllows, hasClaim, check } = closing;
  const loaded = await tx.lockAccount(accountId);
  const user = await tx.lockUser(userId);
  check(loaded, user);
  if (!loaded || !user) throw new Refused('NOT_FOUND');
  const { account, attempts } = loaded.state;
  const block = closureBlock({
    brandAllows: brandAllows(account.brand),
    hasClaim,
    exportStatus: account.exportStatus,
    isPaymentUndecided: attempts.some(isUndecided) || (await tx.isSavingCard(accountId)),
  });
  return { ...loaded, user, block };
};

/** Columns of the audit log for a command about the account. */
const aboutAccount = (accountId: AccountId, domainAt: Instant) =>
  ({ accountId, subjectId: accountId, domainAt }) as const;

/** Records the closing in the activity of the customer. Address and device are left out, because closing erases them. */
const recordClosing = (
  tx: ClosingStore,
  accountId: AccountId,
  { sessionId, requestId, by }: ClosingOrder,
  type: 'account_closing' | 'account_closed',
): Promise<void> => {
  const event = { accountId, sessionId, requestId, address: null, userAgent: null };
  return tx.record(by ? { ...event, type: `${type}_by_support`, actor: by.actor } : { ...event, type });
};

/** Fact of a mail about the closing: an operator ordered it. */
const bySupport = ({ by }: ClosingOrder): Record<string, string> => (by ? { bySupport: 'yes' } : {});

const endEverything = async (
  tx: ClosingStore,
  order: ClosingOrder,
  { state, now, user }: Locked,
  platform: Platform,
): Promise<AccountEnded> => {
  const { accountId } = user;
  const { by } = order;
  const writes = orRefuse(closeAccount(state, platform.ruleContext(now), by ? 'operator' : 'customer'));
  await tx.store(writes);
  await tx.endSessions(user, null, 'account_closed');
  await tx.erase(user);
  await recordClosing(tx, accountId, order, 'account_closed');
  const creditCents = Math.max(0, -writes.account.balanceCents);
  const facts = { ...bySupport(order), ...(creditCents > 0 && { creditCents: String(creditCents) }) };
  await tx.mail(notifyOwner('account_closed', user, platform.wallNow(), facts));
  if (by)
    await tx.recordCommand({
      ...by,
      ...aboutAccount(accountId, now),
      action: 'close_account',
      after: { creditCents },
    });
  return { creditCents };
};

/**
 * Closes the account if its order still waits and the gateway has nothing left to delete.
 * @returns `dropped`: the account stays open, because a card was saved or credentials changed; `waits`: the worker
 *   tries again
 */
const finishOrder = async (
  tx: ClosingStore,
  closing: Closing,
  removed: readonly string[],
  platform: Platform,
): Promise<AccountEnded | 'dropped' | 'waits'> => {
  const locked = await lock(tx, closing);
  const now = platform.wallNow();
  await tx.markRemoved(removed, now);
  const order = await tx.closingOrder(closing.accountId);
  if (!order) return 'dropped';
  if (locked.block) return 'waits';
  const open = await tx.takeCardOff(closing.accountId, now + LEASE_MS);
  return open.length > 0 ? 'waits' : endEverything(tx, order, locked, platform);
};

const putBack = async (
  tx: ClosingStore,
  accountId: AccountId,
  customerRef: string,
  { ruleContext }: Platform,
): Promise<void> => {
  await tx.lockAccount(accountId);
  await tx.dropOrder(accountId);
  await tx.putCardBack(customerRef);
  const after = await tx.lockAccount(accountId);
  if (after) await tx.store(finish(startDraft(after.state, ruleContext(after.now))));
};

/** Returns whether two orders have the same person and the same reason. */
const isSameOrder = ({ by: one }: ClosingOrder, { by: other }: ClosingOrder): boolean =>
  one?.actor === other?.actor && one?.reason === other?.reason;

/** Records an order that waits: in the activity of the customer, and an operator's in the audit log too. */
const recordOrder = async (
  tx: ClosingStore,
  accountId: AccountId,
  order: ClosingOrder,
  domainAt: Instant,
): Promise<void> => {
  await recordClosing(tx, accountId, order, 'account_closing');
  if (order.by)
    await tx.recordCommand({
      ...order.by,
      ...aboutAccount(accountId, domainAt),
      // The key is for the command that closes the account: it is carried out once.
      requestKey: null,
      action: 'order_closing',
      after: {},
    });
};

/** Tells the customer once that the closing waits, and records the order that waits. */
const announce = async (
  tx: ClosingStore,
  { accountId, userId }: Pick<Closing, 'accountId' | 'userId'>,
  at: Instant,
): Promise<void> => {
  const loaded = await tx.lockAccount(accountId);
  const user = await tx.lockUser(userId);
  const order = await tx.closingOrder(accountId);
  if (!loaded || !user || !order || !(await tx.markAnnounced(accountId, at))) return;
  await recordOrder(tx, accountId, order, loaded.now);
  await tx.mail(notifyOwner('account_closing', user, at, bySupport(order)));
};

/**
 * Closes the account (SC-10, S22, INV-27), fail-closed: the gateway deletes its customer first, and only then
 * everything ends and the person is erased, in one transaction. Before the gateway is asked, the card is taken off and
 * the order is stored (decision 55). A refusal puts the card back and drops the order. Without an answer, or after a
 * crash, the order waits and the worker finishes it.
 */
export const makeEndAccount = (platform: Platform, needs: EndAccountDependencies) => {
  const { wallNow, ruleContext } = platform;
  /** Closes if the gateway has nothing to delete; otherwise stores the order and returns what the gateway has. */
  const begin = (closing: Closing): Promise<AccountEnded | { open: string[] }> =>
    needs.inTransaction(async (tx) => {
      const locked = await lock(tx, closing);
      refuseBlocked(locked.block);
      const now = wallNow();
      const earlier = await tx.closingOrder(closing.accountId);
      const isReplaced = earlier !== null && !isSameOrder(earlier, closing);
      // The earlier order may not be announced, because its call failed. It stays in the history with its reason.
      if (isReplaced) await announce(tx, closing, now);
      const open = await tx.takeCardOff(closing.accountId, now + LEASE_MS);
      if (open.length === 0) return endEverything(tx, closing, locked, platform);
      if (isReplaced) await recordOrder(tx, closing.accountId, closing, locked.now);
      await tx.storeOrder(closing.accountId, closing, now, now + LEASE_MS);
      // Other actions become due without a card, so the next due date is computed again.
      await tx.store(finish(startDraft({ ...locked.state, card: null }, ruleContext(locked.now))));
      return { open };
    });

  const leaveToWorker = async (closing: Closing): Promise<never> => {
    await needs.inTransaction((tx) => announce(tx, closing, wallNow()));
    throw new Refused('PAYMENT_GATEWAY_ERROR', {
      code: 'undecided',
      message:
        'The closing is not finished yet. It continues automatically, and a mail says when the account is closed.',
    });
  };

  return async (closing: Closing): Promise<AccountEnded> => {
    const { accountId } = closing;
    await needs.closeChallenges(accountId);
    const begun = await begin(closing);
    if (!('open' in begun)) return begun;
    for (const customerRef of begun.open) {
      const outcome = await removeAtGateway(platform, needs, customerRef, REQUEST_TIMEOUTS);
      if (outcome === 'removed') continue;
      if (outcome === 'silent') return leaveToWorker(closing);
      await needs.inTransaction((tx) => putBack(tx, accountId, customerRef, platform));
      throw new Refused('PAYMENT_GATEWAY_ERROR');
    }
    const ended = await needs.inTransaction((tx) => finishOrder(tx, closing, begun.open, platform));
    if (ended === 'waits') return leaveToWorker(closing);
    if (ended === 'dropped') throw new Refused('OPERATION_IN_PROGRESS');
    return ended;
  };
};

interface FinishClosingsDependencies extends Omit<EndAccountDependencies, keyof RemoveDependencies> {
  readonly orders: ClosingOrders;
}

/**
 * Closes accounts whose order waited for the gateway, after it has deleted their customers. An undecided payment or an
 * open review postpones the closing. Claim and brand were checked when the closing was ordered. Announces orders that
 * go on waiting and whose call ended without an announcement.
 */
export const makeFinishClosings =
  (platform: Platform, { orders, closeChallenges, inTransaction }: FinishClosingsDependencies) =>
  async (): Promise<number> => {
    const due = await orders.takeDue(platform.wallNow(), BATCH);
    for (const { accountId, userId } of due) {
      const closing = {
        accountId,
        userId,
        sessionId: null,
        requestId: null,
        by: null,
        brandAllows: () => true,
        hasClaim: true,
        check: () => {},
      };
      try {
        await closeChallenges(accountId);
        await inTransaction(async (tx) => {
          const outcome = await finishOrder(tx, closing, [], platform);
          if (outcome === 'waits') await announce(tx, closing, platform.wallNow());
        });
      } catch (error) {
        // Closed meanwhile by a call of the customer or an operator.
        if (error instanceof Refused && error.type === 'NOT_FOUND') continue;
        platform.onFault(error, `closing of account ${accountId}`);
      }
    }
    for (const order of await orders.unannounced(platform.wallNow(), BATCH)) {
      try {
        await inTransaction((tx) => announce(tx, order, platform.wallNow()));
      } catch (error) {
        platform.onFault(error, `announcement that the closing of account ${order.accountId} waits`);
      }
    }
    return due.length;
  };
