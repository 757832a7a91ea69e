import { type MailTransport, RecipientRefused } from '../services/mail/ports.ts';
import { isLocal } from './is-local.ts';

/** Time limit of each step of sending a mail. */
const TIMEOUT_MS = 10_000;

export interface SmtpSettings {
  /** Address of the mail server, `smtp://` or `smtps://`, with user and password if it requires them. */
  readonly url: string;
  /** Sender address of all mails. The name of the brand precedes it. */
  readonly from: string;
}

/** Errors before the mail server has read a recipient: name, connection, certificate. */
const WITHOUT_RECIPIENT = new Set<unknown>(['EDNS', 'ECONNECTION', 'ESOCKET']);

/**
 * Error code of a failed mail. The message of the mail server names the recipient and must not get into the log
 * (INV-22). The message of a failed connection names none, and says what is wrong with the certificate.
 */
const reasonOf = (error: unknown): string => {
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown };
  if (WITHOUT_RECIPIENT.has(code) && error instanceof Error && !error.message.includes('@'))
    return `${code}, ${error.message}`;
  if (code === 'ETLS') return 'ETLS, no encrypted connection: use smtps:// in SMTP_URL or a server with STARTTLS';
  return [code, responseCode].filter((part) => part !== undefined).join(' ') || 'unknown';
};

/** Codes of RFC 3463 about the address or the mailbox of the recipient. 5.1.7 and 5.1.8 are about the sender. */
const ABOUT_RECIPIENT = /^5\d\d[ -]5\.(1\.[0-6]|2\.\d)\b/;

/**
 * Whether the mail server says for good that the recipient is wrong. A refusal without such a code may be about this server,
 * such as "550 relay not permitted" to one without a password. Then no mail leaves, and the alert has to fire.
 */
const isRecipientRefused = (error: unknown): boolean => {
  const { command, response } = (error ?? {}) as Record<string, unknown>;
  return command === 'RCPT TO' && ABOUT_RECIPIENT.test(String(response));
};

/** Exactly one address: no list, no display name, no line break. */
const ADDRESS = /^[^\s<>,;:"@()[\]\\\p{Cc}]+@[^\s<>,;:"@()[\]\\\p{Cc}]+$/u;

/**
 * Sends mails through the vendor's mail server, each over a new connection. The Message-ID is the job id. So a mail
 * that is sent twice, because the first response was lost, counts as one mail for the recipient (INV-26).
 */
export const makeSmtpTransport = ({ url, from }: SmtpSettings, timeoutMs = TIMEOUT_MS): MailTransport => {
  const domain = from.slice(from.lastIndexOf('@') + 1);
  const { username, hostname } = new URL(url);
  const settings = {
    url,
    // Mails have links that act like passwords. They are sent unencrypted only to this machine, and without a password for
    // the server.
    requireTLS: username !== '' || !isLocal(hostname),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  // Loaded by the first mail, because a start sends none.
  const load = async () => (await import('nodemailer')).default.createTransport(settings);
  let loading: ReturnType<typeof load> | null = null;
  return {
    send: async ({ id, to, sender, subject, text, html, pictures }) => {
      if (!ADDRESS.test(to)) throw new Error(`mail ${id} was not sent: it has no usable recipient`);
      loading ??= load();
      const transport = await loading;
      // Limit for all steps together. Each step also has one.
      const limit = AbortSignal.timeout(timeoutMs);
      const timedOut = new Promise<never>((_, reject) => {
        limit.addEventListener('abort', () => reject({ code: 'ETIMEDOUT' }));
      });
      const sent = transport.sendMail({
        from: { name: sender, address: from },
        to: { name: '', address: to },
        envelope: { from, to: [to] },
        messageId: `<${id}@${domain}>`,
        subject,
        text,
        html,
        attachments: pictures.map(({ id: cid, png }) => ({
          cid,
          content: Buffer.from(png),
          contentType: 'image/png',
          contentDisposition: 'inline' as const,
        })),
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      await Promise.race([sent, timedOut]).catch((error: unknown) => {
        const message = `mail ${id} was not sent: the mail server did not take it: ${reasonOf(error)}`;
        throw isRecipientRefused(error)
          ? new RecipientRefused(`${message}, it refuses the recipient`)
          : new Error(message);
      });
    },
  };
};
