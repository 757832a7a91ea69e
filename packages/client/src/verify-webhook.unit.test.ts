import { Webhook as Signer } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { isEntitled, openidIssuer, verifyWebhook, WebhookError } from './index.ts';

/** Webhooks that the reference library of Standard Webhooks has signed. */

const SECRET = `whsec_${btoa('a secret of the product, 32 char')}`;
const OTHER = `whsec_${btoa('another secret that is just as l')}`;
const now = new Date('2026-11-27T12:00:00Z');
const body = JSON.stringify({ type: 'entitlement.changed', timestamp: now.toISOString(), data: { sequence: 7 } });
const signed = (at = now, secret = SECRET): Record<string, string> => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': new Signer(secret).sign('msg_1', at, body),
});
const check = (headers: Parameters<typeof verifyWebhook>[0]['headers'], text = body, secrets = [SECRET]) =>
  verifyWebhook({ headers, body: text }, { secrets, now });
const seconds = (count: number) => new Date(now.getTime() + count * 1000);

test('a signed message is returned with its id, from the headers of fetch and of Node', async () => {
  const message = { id: 'msg_1', type: 'entitlement.changed', data: { sequence: 7 } };
  expect(await check(signed())).toMatchObject(message);
  expect(await check(new Headers(signed()))).toMatchObject(message);
});

test('while a secret is replaced, a message with both signatures is accepted by a product with either secret', async () => {
  const both = {
    ...signed(),
    'webhook-signature': `${signed(now, OTHER)['webhook-signature']} ${signed()['webhook-signature']}`,
  };
  for (const secrets of [[SECRET], [OTHER], [OTHER, SECRET]]) await check(both, body, secrets);
});

test.each<[string, Record<string, string | string[]>, string?]>([
  ['another body', signed(), body.replace('7', '8')],
  ['another id', { ...signed(), 'webhook-id': 'msg_2' }],
  ['another time', { ...signed(), 'webhook-timestamp': String(now.getTime() / 1000 - 1) }],
  ['the signature of another secret', signed(now, OTHER)],
  [
    'a signature of another version',
    { ...signed(), 'webhook-signature': signed()['webhook-signature']?.replace('v1,', 'v2,') ?? '' },
  ],
  ['a signature that is no base64', { ...signed(), 'webhook-signature': 'v1,%%' }],
  ['an empty signature', { ...signed(), 'webhook-signature': 'v1,' }],
  ['a time that is no number', { ...signed(), 'webhook-timestamp': 'NaN' }],
  ['a message of six minutes ago', signed(seconds(-360))],
  ['a message of the future', signed(seconds(360))],
  ['no signature', { 'webhook-id': 'msg_1', 'webhook-timestamp': '1' }],
  ['a header twice', { ...signed(), 'webhook-id': ['msg_1', 'msg_1'] }],
])('%s is refused', async (_name, headers, text) => {
  await expect(check(headers, text)).rejects.toBeInstanceOf(WebhookError);
});

test('a message of four minutes ago is accepted', async () => {
  await check(signed(seconds(-240)));
});

test('a secret that is none is an error of the product, not of the message', async () => {
  for (const secret of ['', 'whsec_', 'whsec_%'])
    await expect(check(signed(), body, [secret])).rejects.toBeInstanceOf(TypeError);
});

test.each([
  [true, null, true],
  [true, '2026-11-28T12:00:00Z', true],
  [true, '2026-11-27T12:00:00Z', false],
  [false, null, false],
])('entitled %s until %s: %s', (entitled, validUntil, expected) => {
  expect(isEntitled([{ product: 'app', entitled, validUntil }], 'app', now)).toBe(expected);
  expect(isEntitled([{ product: 'other', entitled, validUntil }], 'app', now)).toBe(false);
});

test('the issuer is at the host of the portal', () => {
  expect(openidIssuer('https://account.vendor.example/')).toBe('https://account.vendor.example/openid');
});
