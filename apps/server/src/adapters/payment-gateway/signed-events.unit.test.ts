import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readEvent } from './sandbox/events.ts';
import { makeStripeGateway } from './stripe/stripe-gateway.ts';

const SECRET = 'whsec_the_present_one';
const NEXT = 'whsec_the_next_one';
const NOW = Date.parse('2026-05-20T12:00:00Z');
const SECONDS = NOW / 1000;

const hex = (content: string, secret = SECRET): string => createHmac('sha256', secret).update(content).digest('hex');
const signature = (raw: string, at = SECONDS, secret = SECRET): string => hex(`${at}.${raw}`, secret);
const header = (raw: string, at = SECONDS, secret = SECRET): string => `t=${at},v1=${signature(raw, at, secret)}`;

type Make = (raw: string) => { raw?: string; header: string | undefined };

const good: readonly (readonly [name: string, make: Make])[] = [
  ['signed just now', (raw) => ({ header: header(raw) })],
  ['300 s old', (raw) => ({ header: header(raw, SECONDS - 300) })],
  ['with the signature first', (raw) => ({ header: `v1=${signature(raw)},t=${SECONDS}` })],
  ['with another scheme beside it', (raw) => ({ header: `${header(raw)},v0=${'0'.repeat(64)}` })],
  [
    'with a signature of another secret before it',
    (raw) => ({ header: `t=${SECONDS},v1=${signature(raw, SECONDS, NEXT)},v1=${signature(raw)}` }),
  ],
  ['with a wrong signature after it', (raw) => ({ header: `${header(raw)},v1=${'a'.repeat(64)}` })],
];

const bad: readonly (readonly [name: string, make: Make])[] = [
  ['without a header', () => ({ header: undefined })],
  ['with an empty header', () => ({ header: '' })],
  ['with a header of noise', () => ({ header: '=,=,t,v1,\u0000' })],
  ['with a time alone', () => ({ header: `t=${SECONDS}` })],
  ['with a signature alone', (raw) => ({ header: `v1=${signature(raw)}` })],
  ['301 s old', (raw) => ({ header: header(raw, SECONDS - 301) })],
  ['a day old', (raw) => ({ header: header(raw, SECONDS - 86_400) })],
  ['signed with another secret', (raw) => ({ header: header(raw, SECONDS, 'whsec_a_stranger') })],
  ['signed with no secret', (raw) => ({ header: header(raw, SECONDS, '') })],
  ['altered by a byte', (raw) => ({ raw: raw.replace('evt_1', 'evt_2'), header: header(raw) })],
  ['with a line break behind', (raw) => ({ raw: `${raw}\n`, header: header(raw) })],
  ['formatted anew', (raw) => ({ raw: JSON.stringify(JSON.parse(raw), null, 2), header: header(raw) })],
  ['without a body', (raw) => ({ raw: '', header: header(raw) })],
  ['old, with a new time written over it', (raw) => ({ header: `t=${SECONDS},v1=${signature(raw, SECONDS - 900)}` })],
  ['in an older scheme only', (raw) => ({ header: `t=${SECONDS},v0=${signature(raw)}` })],
  [
    'with its signature in capitals',
    (raw) => ({ header: header(raw).replace(/v1=(.*)/, (_, hash: string) => `v1=${hash.toUpperCase()}`) }),
  ],
  ['with half its signature', (raw) => ({ header: header(raw).slice(0, -32) })],
  ['with a longer signature', (raw) => ({ header: `${header(raw)}0` })],
  ['with a time that is no number', (raw) => ({ header: `t=now,v1=${hex(`now.${raw}`)}` })],
  ['signed without its time', (raw) => ({ header: `t=${SECONDS},v1=${hex(raw)}` })],
  ['with the signature of another event', () => ({ header: header('{"id":"evt_9"}') })],
];

const stripe = makeStripeGateway({ secretKey: 'sk_test_x', publishableKey: 'pk_test_x', webhookSecrets: [SECRET] });
const rotating = makeStripeGateway({
  secretKey: 'sk_test_x',
  publishableKey: 'pk_test_x',
  webhookSecrets: [NEXT, SECRET],
});

const readers = [
  {
    name: 'sandbox',
    body: JSON.stringify({ id: 'evt_1', type: 'payment_intent.succeeded', object: 'pi_1', created: 0 }),
    read: (raw: Buffer, head: string | undefined) => readEvent(raw, head, SECRET, NOW),
  },
  {
    name: 'stripe',
    body: JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'payment_intent.succeeded',
      data: { object: { id: 'pi_1' } },
    }),
    read: (raw: Buffer, head: string | undefined) => stripe.readEvent(raw, head, NOW),
  },
];

describe.each(readers)('[INV-10] an event of $name', ({ body, read }) => {
  const ask = (make: Make) => {
    const { raw = body, header: head } = make(body);
    return read(Buffer.from(raw), head);
  };
  test.each(good)('%s is read', (_name, make) => {
    expect(ask(make)).toEqual({ id: 'evt_1', type: 'payment_intent.succeeded', objectRef: 'pi_1' });
  });
  test.each(bad)('%s is none', (_name, make) => {
    expect(ask(make)).toBe('not_signed');
  });
});

/** Bodies that somebody who knows the secret can sign, and that are no events. */
const noEvents = [
  '',
  'no json',
  'null',
  '1',
  '"evt_1"',
  '[]',
  '{}',
  '{"id":"evt_1"}',
  '{"id":1,"type":"payment_intent.succeeded","object":"pi_1","data":{"object":{"id":"pi_1"}}}',
  '{"id":"evt_1","type":{},"object":"pi_1","data":{"object":{"id":"pi_1"}}}',
  '{"id":"evt_\\u0000","type":"payment_intent.succeeded","object":"pi_1","data":{"object":{"id":"pi_1"}}}',
  '{"id":"evt_1","type":"payment_intent.succeeded","object":{},"data":{"object":{"id":{}}}}',
  `{"id":"evt_${'1'.repeat(300)}","type":"payment_intent.succeeded","object":"pi_1","data":{"object":{"id":"pi_1"}}}`,
];

test.each(readers.flatMap(({ name, read }) => noEvents.map((raw) => ({ name, raw, read }))))(
  '[O17] [INV-10] $name: the signed body $raw is no event',
  ({ raw, read }) => {
    expect(read(Buffer.from(raw), header(raw))).toBe('not_an_event');
    expect(read(Buffer.from(raw), header(raw, SECONDS, 'whsec_a_stranger'))).toBe('not_signed');
  },
);

test('[INV-10] while a secret is replaced, either of the two is good', () => {
  const raw = readers[1]?.body ?? '';
  for (const secret of [SECRET, NEXT])
    expect(rotating.readEvent(Buffer.from(raw), header(raw, SECONDS, secret), NOW)).toMatchObject({ id: 'evt_1' });
  expect(rotating.readEvent(Buffer.from(raw), header(raw, SECONDS, 'whsec_gone'), NOW)).toBe('not_signed');
});

test('a dispute of Stripe is about its payment, and a signed body that is no event is none', () => {
  const dispute = JSON.stringify({
    id: 'evt_3',
    object: 'event',
    type: 'charge.dispute.created',
    data: { object: { id: 'dp_1', payment_intent: 'pi_7' } },
  });
  expect(stripe.readEvent(Buffer.from(dispute), header(dispute), NOW)).toMatchObject({ objectRef: 'pi_7' });
  const thin = '{"id":"evt_4","object":"v2.core.event","type":"v1.billing.meter.no_meter_found"}';
  for (const raw of ['no json', thin])
    expect(stripe.readEvent(Buffer.from(raw), header(raw), NOW)).toBe('not_an_event');
});
