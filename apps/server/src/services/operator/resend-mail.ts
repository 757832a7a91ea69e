import type { AccountId } from '@foyer/contract/vocabulary/ids';
import { refusedCommand } from '../refused.ts';
import type { By, InOperatorTransaction } from './ports.ts';

/**
 * Sends a mail again (OP-02). Refuses a mail to a former address of the customer, because that mailbox may belong to
 * another person now. A closed account gets no mail about billing, so all of its mails are refused.
 */
export const makeResendMail =
  ({ inTransaction }: { readonly inTransaction: InOperatorTransaction }) =>
  (accountId: AccountId, mailId: string, by: By): Promise<void> =>
    inTransaction(async (store) => {
      const subject = { type: 'mail', id: mailId } as const;
      const mail = await store.mailOf(accountId, mailId);
      if (!mail) throw refusedCommand('not_found', subject);
      if (!(await store.ownerOf(accountId))) throw refusedCommand('account_closed', { type: 'account', id: accountId });
      if (!mail.isForPresentAddress) throw refusedCommand('mail_outdated', subject);
      await store.enqueueMail(mail.job);
      await store.record({
        ...by,
        accountId,
        action: 'resend_mail',
        subjectId: mailId,
        after: { template: mail.job.template },
        domainAt: null,
      });
    });
