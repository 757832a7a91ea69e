import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { MailTransport } from '../../services/mail/send-billing-mail.ts';
import type { Database } from './database.ts';

export interface MailRow {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly sentAt: Instant;
}

export interface Mailbox extends MailTransport {
  list(to: string | null, limit: number): Promise<MailRow[]>;
}

/** The built-in mailbox: mails go into a table instead of out of the house. */
export const makeMailbox = (database: Database): Mailbox => ({
  send: async ({ id, accountId, to, subject, text, html }) => {
    await database.query(
      'INSERT INTO mails (id, account_id, recipient, subject, text, html) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO NOTHING',
      [id, accountId, to, subject, text, html],
    );
  },
  list: (to, limit) =>
    to === null
      ? database.query<MailRow>('SELECT id, recipient, subject, text, html, sent_at FROM mails ORDER BY sent_at DESC, id DESC LIMIT $1', [limit])
      : database.query<MailRow>(
          'SELECT id, recipient, subject, text, html, sent_at FROM mails WHERE recipient = $1 ORDER BY sent_at DESC, id DESC LIMIT $2',
          [to, limit],
        ),
});
