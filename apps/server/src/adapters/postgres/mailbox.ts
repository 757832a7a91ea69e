import type { Mailbox, MailRow } from '../../services/mail/ports.ts';
import type { Database } from './database.ts';

/** Built-in mailbox of the sandbox: stores mails in a table and sends none. Their pictures are in their HTML. */
export const makeMailbox = (database: Database): Mailbox => ({
  send: async ({ id, accountId, to, subject, text, html, pictures }) => {
    const shown = pictures.reduce(
      (page, { id: cid, png }) =>
        page.replaceAll(`"cid:${cid}"`, `"data:image/png;base64,${Buffer.from(png).toString('base64')}"`),
      html,
    );
    await database.query(
      'INSERT INTO mails (id, account_id, recipient, subject, text, html) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO NOTHING',
      [id, accountId, to, subject, text, shown],
    );
  },
  list: (to, limit) =>
    to === null
      ? database.query<MailRow>(
          'SELECT id, recipient, subject, text, html, sent_at FROM mails ORDER BY sent_at DESC, id DESC LIMIT $1',
          [limit],
        )
      : database.query<MailRow>(
          'SELECT id, recipient, subject, text, html, sent_at FROM mails WHERE recipient = $1 ORDER BY sent_at DESC, id DESC LIMIT $2',
          [to, limit],
        ),
  find: async (id) => {
    const [mail] = await database.query<MailRow>(
      'SELECT id, recipient, subject, text, html, sent_at FROM mails WHERE id = $1',
      [id],
    );
    return mail ?? null;
  },
});
