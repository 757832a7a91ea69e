import type { ClosurePlan } from '@foyer/contract/api/leaving';
import { type Instant, MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import { closeAccount } from '@foyer/domain/billing/close-account';
import { finish, type RuleContext, startDraft } from '@foyer/domain/billing/draft';
import { isUndecided } from '@foyer/domain/billing/due';
import { closureBlock } from '@foyer/domain/leaving/closure-plan';
import { hasClaim } from '@foyer/domain/security/claims';
import type { LoadedAccount } from '../billing/ports.ts';
import { IN_REQUEST } from '../gateway-patience.ts';
import type { LockedUser, Origin, Principal } from '../identity/ports.ts';
import { orRefuse, Refused } from '../refused.ts';
import type { ClosingStore, ConfirmPassword, InClosingTransaction } from './ports.ts';
import { type RemoveNeeds, removeAtGateway } from './remove-at-gateway.ts';

export interface CloseAccountNeeds extends RemoveNeeds {
  /** Ends what a bank still waits for: an open challenge blocks nothing, this neither (api.md §0.1). */
  readonly closeChallenges: (accountId: string) => Promise<void>;
  readonly inTransaction: InClosingTransaction;
  readonly confirmPassword: ConfirmPassword;
  /** Brands whose customers close their accounts themselves (SC-10). */
  readonly brandAllows: (brand: string) => boolean;
  readonly ruleContext: (now: Instant) => RuleContext;
  readonly wallNow: () => Instant;
}

/** How long a removal belongs to the call that began it; then the worker goes on with it. */
const LEASE_MS = MINUTE_MS;

export const CLOSING_CLAIM = 'usr:info:delete';

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

interface Closing {
  readonly principal: Principal;
  readonly origin: Origin;
  readonly passwordHash: string;
}

type Locked = LoadedAccount & { readonly user: LockedUser };

/** Locks account and user, in this order, and looks again at everything that may hold closing up. */
const lock = async (tx: ClosingStore, closing: Closing, needs: CloseAccountNeeds): Promise<Locked> => {
  const { accountId, userId, claims } = closing.principal;
  const loaded = await tx.lockAccount(accountId);
  const user = await tx.lockUser(userId);
  if (!loaded || !user) throw new Refused('INVALID_TOKEN');
  // Changed since it was confirmed: whoever changed it may not be who confirmed it.
  if (user.passwordHash !== closing.passwordHash) throw new Refused('INVALID_CREDENTIALS', { field: 'password' });
  const { account, attempts } = loaded.state;
  refuseBlocked(
    closureBlock({
      brandAllows: needs.brandAllows(account.brand),
      hasClaim: hasClaim(claims, CLOSING_CLAIM),
      exportStatus: account.exportStatus,
      isPaymentUndecided: attempts.some(isUndecided) || (await tx.isSavingCard(accountId)),
    }),
  );
  return { ...loaded, user };
};

const endEverything = async (
  tx: ClosingStore,
  closing: Closing,
  { state, now, user }: Locked,
  needs: CloseAccountNeeds,
) => {
  const { accountId, userId, sessionId } = closing.principal;
  const writes = orRefuse(closeAccount(state, needs.ruleContext(now)));
  await tx.store(writes);
  await tx.endSessions(userId, null, 'account_closed');
  await tx.forget(user);
  // Without an address or a device: those were just erased.
  await tx.record({
    type: 'account_closed',
    accountId,
    sessionId,
    address: null,
    userAgent: null,
    requestId: closing.origin.requestId,
  });
  const creditCents = Math.max(0, -writes.account.balanceCents);
  await tx.mail({
    kind: 'security',
    template: 'account_closed',
    accountId,
    to: user.email,
    firstName: user.firstName,
    language: user.language,
    brand: user.brand,
    at: needs.wallNow(),
    emailTokenId: null,
    facts: creditCents > 0 ? { creditCents: String(creditCents) } : {},
  });
};

/**
 * Closes the account (SC-10, S22, INV-27), fail-closed: the payment provider deletes its customer first, and only then
 * everything ends and the person is erased, in one transaction. Before the provider is asked the card is off the
 * account and the question is written down, so that nothing can be charged to a card that may be gone:
 * - the provider says no: the card is put back, and nothing has happened;
 * - it does not answer, or this process dies: the account goes on without a card, the worker asks again until the
 *   provider has deleted it, and the customer may close again or save another card.
 */
export const makeCloseAccount = (needs: CloseAccountNeeds) => {
  /** Closes if the provider has nothing left to delete; otherwise gives what it has. */
  const close = (closing: Closing, removed: readonly string[]): Promise<string[]> =>
    needs.inTransaction(async (tx) => {
      const locked = await lock(tx, closing, needs);
      const now = needs.wallNow();
      await tx.noteRemoved(removed, now);
      const open = await tx.takeCardOff(closing.principal.accountId, now + LEASE_MS);
      if (open.length === 0) {
        await endEverything(tx, closing, locked, needs);
        return [];
      }
      // Without a card other things fall due than with one.
      await tx.store(finish(startDraft({ ...locked.state, card: null }, needs.ruleContext(locked.now))));
      return open;
    });

  return async (principal: Principal, password: string | undefined, origin: Origin): Promise<void> => {
    if (!hasClaim(principal.claims, CLOSING_CLAIM)) throw new Refused('FORBIDDEN');
    const passwordHash = await needs.confirmPassword(principal, password, origin);
    const closing = { principal, origin, passwordHash };
    await needs.closeChallenges(principal.accountId);
    const open = await close(closing, []);
    if (open.length === 0) return;
    for (const customerRef of open) {
      const outcome = await removeAtGateway(needs, customerRef, IN_REQUEST);
      if (outcome === 'removed') continue;
      if (outcome === 'rejected') await needs.inTransaction((tx) => putBack(tx, principal, customerRef, needs));
      throw new Refused('PAYMENT_GATEWAY_ERROR', outcome === 'silent' ? { code: 'undecided' } : {});
    }
    // Another card was saved meanwhile: that one has to go first.
    if ((await close(closing, open)).length > 0) throw new Refused('OPERATION_IN_PROGRESS');
  };
};

const putBack = async (
  tx: ClosingStore,
  { accountId }: Principal,
  customerRef: string,
  { ruleContext }: CloseAccountNeeds,
): Promise<void> => {
  await tx.lockAccount(accountId);
  await tx.putCardBack(customerRef);
  const after = await tx.lockAccount(accountId);
  if (after) await tx.store(finish(startDraft(after.state, ruleContext(after.now))));
};
