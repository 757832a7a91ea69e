// Verifies a message of Foyer with Node alone. Exit status 0: genuine and recent.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { text } from 'node:stream/consumers';

const TOLERANCE_SECONDS = 300;

/** `body` is the body as it arrived, not parsed and written again. `secret` begins with `whsec_`. */
export const isGenuine = ({ id, timestamp, signatures, body, secret, now }) => {
  if (!id || !signatures || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  // While a secret is replaced, the header has a signature for each.
  return signatures.split(' ').some((each) => {
    const [version, signature = ''] = each.split(',');
    const given = Buffer.from(signature, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
};

const { WEBHOOK_ID, WEBHOOK_TIMESTAMP = '', WEBHOOK_SIGNATURE, WEBHOOK_SECRET = '' } = process.env;
const message = {
  id: WEBHOOK_ID,
  timestamp: WEBHOOK_TIMESTAMP,
  signatures: WEBHOOK_SIGNATURE,
  body: await text(process.stdin),
  secret: WEBHOOK_SECRET,
  now: Math.floor(Date.now() / 1000),
};
process.exitCode = isGenuine(message) ? 0 : 1;
