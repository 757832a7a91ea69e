import type { StoredAddress } from '@foyer/contract/api/addresses';
import { townLines } from '@foyer/contract/vocabulary/address-lines';
import { type AddressText, addressParts } from '@foyer/contract/vocabulary/address-rules';
import { planById } from '@foyer/domain/catalogue/catalogue';
import type { RuleContext } from '@foyer/domain/decision/draft';
import type { BillingState, Subscription } from '@foyer/domain/state/entities';
import { renewsAutomatically } from '@foyer/domain/state/trial-and-renewal';
import { notifyOwner } from '../identity/security-mail.ts';
import type { By, OperatorRows } from '../operator/ports.ts';
import type { Platform } from '../platform.ts';
import { refusedCommand } from '../refused.ts';
import { addressRow, readAddress, refuseMismatch, storeAddress, viewAddress } from './new-address.ts';
import type { InOperatorAddressTransaction, OpenReview, StoredAddressRow } from './ports.ts';
import type { ScreenAddress } from './screen-address.ts';
import type { VerifyAddress } from './verify-address.ts';

interface Dependencies {
  readonly reads: Pick<OperatorRows, 'accountOf'>;
  readonly inTransaction: InOperatorAddressTransaction;
  readonly verify: VerifyAddress;
  readonly screenAddress: ScreenAddress;
  readonly openReview: OpenReview;
}

/** New address with the operator's decisions. */
export interface AddressChange {
  readonly typed: AddressText;
  /** True if the operator wants the address despite the problems that the verifier found. */
  readonly ignoreValidation: boolean;
  /** Id of the address that the operator saw, null for none. Absent if the operator saw no page, as in the CLI. */
  readonly replaces?: string | null | undefined;
}

const oneLine = (address: AddressText): string =>
  [address.organization, address.addressLine1, address.addressLine2, ...townLines(address), address.country]
    .filter(Boolean)
    .join(', ');

/** True if two rows have the same address. Their ids may differ. */
const isSameText = (one: StoredAddressRow, other: StoredAddressRow): boolean =>
  addressParts.every((part) => (one[part] ?? '') === (other[part] ?? ''));

/** Names of the plans that no longer renew with the new address, and of those that renew again (S12). */
const renewalEffects = (before: BillingState, after: BillingState, context: RuleContext): Record<string, string> => {
  const named = (isChanged: (row: Subscription) => boolean): string =>
    after.subscriptions
      .filter(isChanged)
      .map(({ planId }) => planById(context.catalogue, planId)?.displayName ?? planId)
      .join(', ');
  const renewed = (row: Subscription) => renewsAutomatically(before, row, context);
  const renews = (row: Subscription) => renewsAutomatically(after, row, context);
  const plansStopped = named((row) => renewed(row) && !renews(row));
  const plansResumed = named((row) => !renewed(row) && renews(row));
  return { ...(plansStopped && { plansStopped }), ...(plansResumed && { plansResumed }) };
};

/**
 * Changes the address of a customer on behalf of an operator (AD-01, OP-02). Checks and storage are those of a customer's
 * address, and the customer gets a mail. It is screened if the account has a controlled plan, otherwise at the next order
 * (EX-01). The current address is refused, so that a repeated command stores one row.
 */
export const makeChangeCustomerAddress =
  (
    { ruleContext, wallNow, newId }: Platform,
    { reads, inTransaction, verify, screenAddress, openReview }: Dependencies,
  ) =>
  async (account: string, { typed, ignoreValidation, replaces }: AddressChange, by: By): Promise<StoredAddress> => {
    const subject = { type: 'account', id: account } as const;
    const accountId = await reads.accountOf(account);
    if (accountId === null) throw refusedCommand('not_found', subject);
    const address = readAddress(typed, ignoreValidation);
    if (!ignoreValidation) await refuseMismatch(address, verify);
    const verdict = await screenAddress(accountId, address);
    const row = addressRow(newId('address'), address);
    await inTransaction(async (tx) => {
      const before = await tx.lockAccount(accountId);
      if (!before) throw refusedCommand('not_found', subject);
      if (before.state.account.status !== 'open') throw refusedCommand('account_closed', subject);
      const current = await tx.current(accountId);
      const currentId = current?.id ?? null;
      if (replaces !== undefined && replaces !== currentId) throw refusedCommand('address_changed', subject);
      if (current && isSameText(current, row)) throw refusedCommand('done_already', subject);
      const stored = { row: { ...row, ignoreValidation }, verdict };
      const reviewId = await storeAddress(tx, accountId, stored, { ruleContext, wallNow, openReview });
      await tx.addActivity(accountId, 'address_changed', by);
      const owner = await tx.ownerOf(accountId);
      const after = await tx.lockAccount(accountId);
      if (owner && after) {
        const effects = renewalEffects(before.state, after.state, ruleContext(before.now, owner.language));
        const facts = { billingAddress: oneLine(address), ...effects };
        await tx.enqueueMail(notifyOwner('address_changed', owner, wallNow(), facts));
      }
      await tx.record({
        ...by,
        accountId,
        action: 'change_address',
        subjectId: accountId,
        after: { addressId: row.id, replaces: currentId, ignoreValidation, ...(reviewId !== null && { reviewId }) },
        domainAt: before.now,
      });
    });
    return viewAddress(row);
  };
