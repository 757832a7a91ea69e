import { id, line } from '@foyer/contract/api/text';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../compose.ts';
import { html, Markup } from '../../services/mail/html.ts';
import type { Mailbox, MailRow } from '../../services/mail/ports.ts';
import { Refused } from '../../services/refused.ts';
import { API_CSP } from '../headers.ts';
import type { Serve } from '../serve.ts';
import { sandboxStyles } from './sandbox-styles.ts';

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

const times = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** Time of a mail in UTC, as `Nov 28, 06:34`. */
const timeOf = ({ sentAt }: MailRow): string => times.format(sentAt);

/** Tells why a mail about a later day of the sandbox has a time of today. */
const TIMES = 'Times are real ones in UTC, not those of the sandbox clock.';

/** Address of the mailbox, with the recipient whose mails it shows and the mail that is open. */
const mailboxAddress = (shown: { to: string | null; open?: string }): string => {
  const query = new URLSearchParams({
    ...(shown.to !== null && { to: shown.to }),
    ...(shown.open !== undefined && { open: shown.open }),
  });
  return query.size > 0 ? `/sandbox/mail?${query}` : '/sandbox/mail';
};

const listEntry = (mail: MailRow, isOpen: boolean, to: string | null): Markup =>
  html`<li><a href="${mailboxAddress({ to, open: mail.id })}"${isOpen ? new Markup(' aria-current="true"') : ''}><span class="subject">${mail.subject}</span><span>${mail.recipient}</span><time datetime="${new Date(mail.sentAt).toISOString()}">${timeOf(mail)}</time></a></li>`;

/** Open mail: its HTML in a frame without scripts, and its plain text folded below. */
const openMail = (mail: MailRow, to: string | null): Markup =>
  html`<article><a class="list" href="${mailboxAddress({ to })}">‹ Back to the list</a><header><h2>${mail.subject}</h2><p class="meta">To ${mail.recipient} · ${timeOf(mail)} UTC</p></header>
<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" title="${mail.subject}" loading="lazy" src="/sandbox/mail/${mail.id}"></iframe>
<details><summary>Plain text</summary><pre>${mail.text}</pre></details></article>`;

interface MailboxView {
  readonly mails: readonly MailRow[];
  /** Mail that the visitor chose. Without one, a wide window shows the newest mail, and a narrow one only the list. */
  readonly chosen: MailRow | undefined;
  /** Recipient whose mails are listed; null: all. */
  readonly to: string | null;
}

/** Page of the sandbox mailbox, without scripts: the newest mails as a list, and one of them open beside it. */
const mailboxPage = ({ mails, chosen, to }: MailboxView): string => {
  const open = chosen ?? mails[0];
  const about =
    to === null
      ? html`<p>Emails that would have been sent, newest first. ${TIMES}</p>`
      : html`<p>Emails to ${to}, newest first. ${TIMES} <a href="/sandbox/mail">All emails</a></p>`;
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>Sandbox mailbox</title><link rel="stylesheet" href="/sandbox/mail.css"></head><body><header class="top"><h1>Sandbox mailbox</h1>${about}<a class="portal" href="/">Back to the portal</a></header>
<main class="${chosen ? 'mail' : 'all'}">${
    open
      ? html`<nav aria-label="Emails"><ul>${mails.map((mail) => listEntry(mail, mail.id === open.id, to))}</ul></nav>${openMail(open, to)}`
      : html`<p class="none">No email yet. Sign in, buy something or move the clock, and its emails appear here.</p>`
  }</main></body></html>`.value;
};

const stylesheet = `${sandboxStyles}.top{display:flex;flex-wrap:wrap;align-items:center;gap:4px 16px;min-height:60px;padding:8px 24px;background:var(--surface);border-bottom:1px solid var(--line)}.top p{flex:1;color:var(--soft)}.top a{color:inherit;font-weight:600}.portal{padding:10px 0}.list{display:none;padding:12px 16px;color:inherit;font-weight:600;border-bottom:1px solid var(--line)}h1{font-size:16px;line-height:24px}h2{font-size:20px;line-height:28px}
main{display:grid;grid-template-columns:minmax(280px,340px) minmax(0,1fr);gap:24px;max-width:1240px;margin:0 auto;padding:24px}nav,article,.none{background:var(--surface);border:1px solid var(--line);border-radius:12px;overflow:hidden}nav{align-self:start;max-height:calc(100vh - 108px);overflow:auto}.none{grid-column:1/-1;padding:40px;text-align:center;color:var(--soft)}
nav li+li{border-top:1px solid var(--line)}nav a{display:grid;gap:2px;padding:12px 16px;color:inherit;text-decoration:none}nav a:hover,nav a[aria-current]{background:var(--hover)}nav a[aria-current]{box-shadow:inset 3px 0 currentColor}nav span,nav time,.meta{font-size:13px;color:var(--soft)}nav .subject{font-size:14px;font-weight:600;color:var(--text)}
article header{padding:20px 24px;border-bottom:1px solid var(--line)}iframe{display:block;width:100%;height:min(820px,calc(100vh - 260px));min-height:480px;border:0}details{border-top:1px solid var(--line)}summary{padding:12px 24px;cursor:pointer;font-weight:600}pre{margin:0;padding:0 24px 20px;white-space:pre-wrap;font:inherit;color:var(--soft)}
@media(max-width:760px){main{grid-template-columns:minmax(0,1fr);padding:16px;gap:16px}.top{justify-content:space-between;padding:8px 16px}.top p{order:1;flex-basis:100%}nav{max-height:none}.all article,.mail nav{display:none}.list{display:block}.all nav a[aria-current]{background:none;box-shadow:none}article header{padding:16px}summary{padding:12px 16px}pre{padding:0 16px 16px}iframe{height:calc(100vh - 220px)}}`;

const PAGE_CSP = `default-src 'none'; style-src 'self'; font-src 'self'; frame-src 'self'; frame-ancestors 'none'`;
/** Policy for the HTML of a mail: inline styles and pictures, but no scripts. Its links open in a new tab. */
const MAIL_CSP = `default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox`;

const serveMailbox = (app: FastifyInstance, mailbox: Mailbox): void => {
  app.get<{ Querystring: { open?: unknown; to?: unknown } }>('/sandbox/mail', async ({ query }, reply) => {
    const to = line(254).safeParse(query.to).data ?? null;
    const mails = await mailbox.list(to, PAGE_LIMIT);
    return reply
      .header('content-security-policy', PAGE_CSP)
      .type('text/html; charset=utf-8')
      .send(mailboxPage({ mails, chosen: mails.find((mail) => mail.id === query.open), to }));
  });
  app.get('/sandbox/mail.css', async (_request, reply) =>
    reply.header('content-security-policy', API_CSP).type('text/css; charset=utf-8').send(stylesheet),
  );
  app.get<{ Params: { id: string } }>('/sandbox/mail/:id', async (request, reply) => {
    const found = id.safeParse(request.params.id).success ? await mailbox.find(request.params.id) : null;
    if (!found) throw new Refused('NOT_FOUND');
    return reply
      .header('content-security-policy', MAIL_CSP)
      .type('text/html; charset=utf-8')
      .send(found.html.replace('<head>', '<head><base target="_blank">'));
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
