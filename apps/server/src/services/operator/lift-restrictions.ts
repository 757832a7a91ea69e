import { notifyOwner } from '../identity/security-mail.ts';
import type { Platform } from '../platform.ts';
import { refusedCommand } from '../refused.ts';
import type { By, InOperatorTransaction } from './ports.ts';

interface LiftDependencies {
  readonly inTransaction: InOperatorTransaction;
}

/** Removes the limit to certain networks for a customer who cannot sign in, and notifies the customer by mail. */
export const makeLiftNetworks =
  ({ wallNow }: Platform, { inTransaction }: LiftDependencies) =>
  (reference: string, by: By): Promise<void> =>
    inTransaction(async (store) => {
      const subject = { type: 'account', id: reference } as const;
      const accountId = await store.accountOf(reference);
      if (!accountId) throw refusedCommand('not_found', subject);
      const owner = await store.liftNetworksOf(accountId, by);
      if (!owner) throw refusedCommand('done_already', subject);
      await store.enqueueMail(notifyOwner('networks_opened', owner, wallNow()));
      await store.record({
        ...by,
        accountId,
        action: 'lift_networks',
        subjectId: accountId,
        after: { cidrRestriction: null },
        domainAt: null,
      });
    });

/**
 * Turns two-step authentication off for a customer who lost the authenticator app and the recovery codes (M4). Every
 * session ends, and the customer is notified by mail. docs/support-identity.md says how support verifies the identity.
 */
export const makeLiftTwoStep =
  ({ wallNow }: Platform, { inTransaction }: LiftDependencies) =>
  (reference: string, by: By): Promise<void> =>
    inTransaction(async (store) => {
      const subject = { type: 'account', id: reference } as const;
      const accountId = await store.accountOf(reference);
      if (!accountId) throw refusedCommand('not_found', subject);
      const owner = await store.liftTwoStepOf(accountId, by);
      if (!owner) throw refusedCommand('done_already', subject);
      await store.enqueueMail(notifyOwner('mfa_lifted', owner, wallNow()));
      await store.record({
        ...by,
        accountId,
        action: 'lift_two_step',
        subjectId: accountId,
        after: { isMfaEnabled: false },
        domainAt: null,
      });
    });
