import type { WebhookMessage } from './types.ts';

/** Headers of a request, as `fetch` or as Node has them. */
export type IncomingHeaders = Headers | Readonly<Record<string, string | string[] | undefined>>;

export interface Webhook {
  readonly headers: IncomingHeaders;
  /** Body as it arrived. A body that was parsed and written again has another signature. */
  readonly body: string;
}

export interface WebhookCheck {
  /** Secrets of the product (`whsec_…`). Two while one is replaced. */
  readonly secrets: readonly string[];
  /** Greatest age of a message, so that an old one cannot be sent again. */
  readonly toleranceSeconds?: number | undefined;
  readonly now?: Date | undefined;
}

const TOLERANCE_SECONDS = 300;

/** A message that the portal did not send, or not now. Answer with 400, and read nothing of it. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

const headerOf = (headers: IncomingHeaders, name: string): string => {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value !== 'string') throw new WebhookError(`the header ${name} is missing or given twice`);
  return value;
};

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> | null => {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
};

/** Verifies a webhook of the portal (Standard Webhooks) and returns its message. Throws a `WebhookError` otherwise. */
export const verifyWebhook = async (
  { headers, body }: Webhook,
  { secrets, toleranceSeconds = TOLERANCE_SECONDS, now = new Date() }: WebhookCheck,
): Promise<WebhookMessage> => {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const age = Math.abs(now.getTime() / 1000 - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || age > toleranceSeconds) throw new WebhookError('the message is too old or too new');
  const signatures = headerOf(headers, 'webhook-signature')
    .split(' ')
    .flatMap((part) => (part.startsWith('v1,') ? [bytesOf(part.slice(3))] : []))
    .filter((bytes) => bytes !== null);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const secret of secrets) {
    const bytes = bytesOf(secret.replace(/^whsec_/, ''));
    if (!bytes || bytes.length === 0) throw new TypeError('a webhook secret is whsec_ and base64');
    const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
    for (const signature of signatures)
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return { ...JSON.parse(body), id };
  }
  throw new WebhookError('no signature of the message is right');
};
