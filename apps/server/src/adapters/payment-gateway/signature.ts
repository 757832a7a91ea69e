import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Instant, SECOND_MS } from '@foyer/contract/vocabulary/instants';

/** Greatest age of a signed event. A captured event cannot be replayed later. */
export const SIGNATURE_TOLERANCE_MS = 300 * SECOND_MS;

const HEADER_LIMIT = 2_000;

const hmac = (raw: Buffer, seconds: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(`${seconds}.`).update(raw).digest();

/** Header of a signed event in Stripe's format: `t=<seconds>,v1=<HMAC-SHA256 of "t.body">`. */
export const signEvent = (raw: Buffer, secret: string, at: Instant): string => {
  const seconds = String(Math.floor(at / SECOND_MS));
  return `t=${seconds},v1=${hmac(raw, seconds, secret).toString('hex')}`;
};

/** True if a signature in the header was made with the secret over exactly this body, within the tolerance. */
export const isSigned = (raw: Buffer, header: string | undefined, secret: string, now: Instant): boolean => {
  if (header === undefined || header.length > HEADER_LIMIT) return false;
  const parts = header.split(',').map((part) => part.split('='));
  const times = parts.filter(([name]) => name === 't').map(([, value]) => value ?? '');
  const [seconds] = times;
  if (times.length !== 1 || seconds === undefined || !/^\d{1,11}$/.test(seconds)) return false;
  if (now - Number(seconds) * SECOND_MS > SIGNATURE_TOLERANCE_MS) return false;
  const wanted = hmac(raw, seconds, secret);
  return parts.some(([name, value]) => {
    if (name !== 'v1' || value === undefined || !/^[0-9a-f]{64}$/.test(value)) return false;
    return timingSafeEqual(Buffer.from(value, 'hex'), wanted);
  });
};
