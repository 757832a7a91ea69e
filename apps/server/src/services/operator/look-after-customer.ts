import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { SecurityMailJob } from '../mail/ports.ts';
import type { Platform } from '../platform.ts';
import { type By, type InOperatorTransaction, OperatorRefused, type Owner } from './ports.ts';

interface Dependencies {
  readonly inTransaction: InOperatorTransaction;
}

/** Ends every session of a customer (OP-02): none of their tokens is good on the next request (INV-13). */
export const makeEndCustomerSessions =
  ({ inTransaction }: Dependencies) =>
  (accountId: AccountId, by: By): Promise<number> =>
    inTransaction(async (store) => {
      const ended = await store.endSessionsOf(accountId);
      if (ended === null) throw new OperatorRefused('not_found');
      await store.record({
        ...by,
        accountId,
        action: 'end_sessions',
        subjectType: 'account',
        subjectId: accountId,
        after: { ended },
        domainAt: null,
      });
      return ended;
    });

/**
 * Sends a mail once more (OP-02). One that was made for an address the customer no longer has is not: whoever reads there
 * now would get what was meant for somebody else.
 */
export const makeResendMail =
  ({ inTransaction }: Dependencies) =>
  (accountId: AccountId, mailId: string, by: By): Promise<void> =>
    inTransaction(async (store) => {
      const mail = await store.mailOf(accountId, mailId);
      if (!mail) throw new OperatorRefused('not_found');
      if (!mail.isForPresentAddress) throw new OperatorRefused('mail_outdated');
      await store.enqueueMail(mail.job);
      await store.record({
        ...by,
        accountId,
        action: 'resend_mail',
        subjectType: 'mail',
        subjectId: mailId,
        after: { template: mail.job.template },
        domainAt: null,
      });
    });

interface LiftDependencies extends Dependencies {
  readonly tellOwner: (template: 'networks_opened' | 'mfa_lifted', owner: Owner, at: Instant) => SecurityMailJob;
}

/** For somebody who shut themselves out, or was: the limit to certain networks is lifted, and they are told by mail. */
export const makeLiftNetworks =
  ({ wallNow }: Platform, { inTransaction, tellOwner }: LiftDependencies) =>
  (reference: string, by: By): Promise<void> =>
    inTransaction(async (store) => {
      const accountId = await store.accountOf(reference);
      if (!accountId) throw new OperatorRefused('not_found');
      const owner = await store.liftNetworksOf(accountId);
      if (!owner) throw new OperatorRefused('done_already');
      await store.enqueueMail(notifyOwner('networks_opened', owner, wallNow()));
      await store.record({
        ...by,
        accountId,
        action: 'lift_networks',
        subjectType: 'account',
        subjectId: accountId,
        after: { cidrRestriction: null },
        domainAt: null,
      });
    });

/**
 * Turns two-step authentication off for a customer who lost the authenticator app and the recovery codes (M4). Every
 * session ends, and the customer is told by mail. docs/support-identity.md says how support checks who asks.
 */
export const makeLiftTwoStep =
  ({ wallNow }: Platform, { inTransaction, tellOwner }: LiftDependencies) =>
  (reference: string, by: By): Promise<void> =>
    inTransaction(async (store) => {
      const accountId = await store.accountOf(reference);
      if (!accountId) throw new OperatorRefused('not_found');
      const owner = await store.liftTwoStepOf(accountId);
      if (!owner) throw new OperatorRefused('done_already');
      await store.enqueueMail(notifyOwner('mfa_lifted', owner, wallNow()));
      await store.record({
        ...by,
        accountId,
        action: 'lift_two_step',
        subjectType: 'account',
        subjectId: accountId,
        after: { isMfaEnabled: false },
        domainAt: null,
      });
    });
