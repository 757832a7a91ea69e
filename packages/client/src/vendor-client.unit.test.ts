import { vendor } from '@foyer/contract/api/vendor';
import { expect, test } from 'vitest';
import { FoyerError } from './foyer-error.ts';
import { createVendorClient } from './vendor-client.ts';

/** Client whose calls get `reply`, and the requests that it sends. */
const clientOf = (reply: () => Response) => {
  const sent: Request[] = [];
  const client = createVendorClient({
    portal: 'https://account.vendor.example/some/page',
    key: 'foyer_vk_test',
    fetch: async (address, init) => {
      sent.push(new Request(address, init));
      return reply();
    },
  });
  return { client, sent };
};

const emptyReply = () => Response.json({}, { headers: { etag: '"7"' } });

test('the client has a function for each call of the vendor API', async () => {
  const { client, sent } = clientOf(emptyReply);
  const reason = 'a test';
  const calls: Readonly<Record<keyof typeof client, () => Promise<unknown>>> = {
    readKey: () => client.readKey(),
    findOrCreateCustomer: () => client.findOrCreateCustomer({ externalId: 'crm-1' }),
    readEntitlements: () => client.readEntitlements('acc_1'),
    listEvents: () => client.listEvents({ pageSize: 10 }),
    giveTerm: () => client.giveTerm('acc_1', { planId: 'pln_1', months: 1, reason }),
    givePackage: () => client.givePackage('acc_1', { package: 'power', months: 1, reason }),
    redeemCode: () => client.redeemCode('acc_1', { code: 'AAAA', reason }),
    createPortalLink: () => client.createPortalLink('acc_1', { task: 'home', returnAddress: 'https://a.example/' }),
    reportUsage: () =>
      client.reportUsage('acc_1', { product: 'p', limit: 'keys', used: 1, measuredAt: '2026-11-27T04:00:00Z' }),
    addNote: () => client.addNote('acc_1', 'a note'),
  };
  for (const call of Object.values(calls)) await call();
  const called = sent.map(({ method, url }) => `${method} ${new URL(url).pathname.replace('acc_1', ':accountId')}`);
  expect(called.sort()).toEqual(Object.keys(vendor).sort());
  expect(new Set(sent.map(({ headers }) => headers.get('authorization')))).toEqual(new Set(['Bearer foyer_vk_test']));
});

test('an id with a slash stays one part of the path', async () => {
  const { client, sent } = clientOf(emptyReply);
  await client.readEntitlements('a/../b');
  expect(new URL(sent[0]?.url ?? '').pathname).toBe('/vendor/v1/accounts/a%2F..%2Fb/entitlements');
});

test('entitlements come with their tag, and null says that they are unchanged', async () => {
  const { client } = clientOf(emptyReply);
  expect((await client.readEntitlements('acc_1'))?.etag).toBe('"7"');
  const { client: later, sent } = clientOf(() => new Response(null, { status: 304 }));
  expect(await later.readEntitlements('acc_1', '"7"')).toBeNull();
  expect(sent[0]?.headers.get('if-none-match')).toBe('"7"');
});

test('a repetition sends the same key, and a refusal says why and when to come again', async () => {
  const error = { type: 'RATE_LIMITED', requestId: 'req_1' };
  const { client, sent } = clientOf(() =>
    Response.json({ message: 'Too many calls.', error }, { status: 429, headers: { 'retry-after': '7' } }),
  );
  const refused = await client.addNote('acc_1', 'a note', { idempotencyKey: 'key-1' }).catch((cause) => cause);
  expect(refused).toBeInstanceOf(FoyerError);
  expect(refused).toMatchObject({ status: 429, type: 'RATE_LIMITED', requestId: 'req_1', retryAfterSeconds: 7 });
  expect(sent[0]?.headers.get('idempotency-key')).toBe('key-1');
});
