import { id } from '@foyer/contract/api/text';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../compose.ts';
import { html } from '../../services/mail/html.ts';
import type { Mailbox, MailRow } from '../../services/mail/ports.ts';
import { Refused } from '../../services/refused.ts';
import { API_CSP } from '../headers.ts';
import type { Serve } from '../serve.ts';

const viewMail = (row: MailRow) => ({
  id: row.id,
  to: row.recipient,
  subject: row.subject,
  text: row.text,
  html: row.html,
  sentAt: new Date(row.sentAt).toISOString(),
});

const DEFAULT_LIMIT = 20;
const PAGE_LIMIT = 50;

/** Page of the sandbox mailbox, without scripts: the newest mails as text, each with its HTML in a sandboxed frame. */
const mailboxPage = (mails: readonly MailRow[]): string =>
  html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox mailbox</title><link rel="stylesheet" href="/sandbox/mail.css"></head><body><main><h1>Sandbox mailbox</h1>
<p>Mails that would have left the house, newest first. <a href="/">Back to the portal</a></p>
${mails.length === 0 ? html`<p>No mail yet.</p>` : ''}
${mails.map(
  (
    mail,
  ) => html`<article><h2>${mail.subject}</h2><p class="meta">To ${mail.recipient} · ${new Date(mail.sentAt).toISOString().slice(0, 16).replace('T', ' ')} UTC</p>
<details><summary>HTML</summary><iframe sandbox title="${mail.subject}" src="/sandbox/mail/${mail.id}"></iframe></details><pre>${mail.text}</pre></article>`,
)}</main></body></html>`.value;

const stylesheet = `:root{color-scheme:light dark;font:15px/1.5 Inter,system-ui,sans-serif}body{margin:0;padding:32px 16px;overflow-wrap:anywhere}main{max-width:760px;margin:0 auto}
h1{font-size:24px;margin:0 0 8px}h2{font-size:16px;margin:0}article{border:1px solid color-mix(in srgb,currentColor 20%,transparent);border-radius:12px;padding:16px 20px;margin:16px 0}
.meta{opacity:.75;margin:2px 0 8px;font-size:13px}pre{white-space:pre-wrap;font:inherit;margin:8px 0 0}iframe{width:100%;height:560px;border:0;background:#fff;border-radius:8px}summary{cursor:pointer;padding:4px 0}`;

const PAGE_CSP = `default-src 'none'; style-src 'self'; frame-src 'self'; frame-ancestors 'none'`;
/** Policy for the HTML of a mail: inline styles but no scripts. */
const MAIL_CSP = `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox`;

const serveMailbox = (app: FastifyInstance, mailbox: Mailbox): void => {
  app.get('/sandbox/mail', async (_request, reply) =>
    reply
      .header('content-security-policy', PAGE_CSP)
      .type('text/html; charset=utf-8')
      .send(mailboxPage(await mailbox.list(null, PAGE_LIMIT))),
  );
  app.get('/sandbox/mail.css', async (_request, reply) =>
    reply.header('content-security-policy', API_CSP).type('text/css; charset=utf-8').send(stylesheet),
  );
  app.get<{ Params: { id: string } }>('/sandbox/mail/:id', async (request, reply) => {
    const found = id.safeParse(request.params.id).success ? await mailbox.find(request.params.id) : null;
    if (!found) throw new Refused('NOT_FOUND');
    return reply.header('content-security-policy', MAIL_CSP).type('text/html; charset=utf-8').send(found.html);
  });
};

export const serveSandbox = (app: FastifyInstance, serve: Serve, services: Services): void => {
  const { mailbox } = services;
  serve('POST /sandbox/tokens', async ({ body }) => {
    const made = await services.createToken(body);
    if ('kind' in made)
      throw new Refused('StripeCardError', { message: made.message, code: made.code, declineCode: made.declineCode });
    return { id: made.id, card: { brand: made.brand, last4: made.last4 } };
  });
  if (!mailbox) return;
  serve('GET /sandbox/mails', async ({ query }) => ({
    mails: (await mailbox.list(query.to ?? null, query.limit ?? DEFAULT_LIMIT)).map(viewMail),
  }));
  serveMailbox(app, mailbox);
};
