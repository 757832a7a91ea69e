import { operator } from '@foyer/contract/api/operator';
import { errorBody, type Route } from '@foyer/contract/api/route';
import { type RouteName, routes } from '@foyer/contract/api/routes';
import { type ErrorType, errorStatus } from '@foyer/contract/vocabulary/error-types';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { fromJSONSchema } from 'zod';
import { answerBank, challenged } from '../../test/challenges.ts';
import { inject } from '../../test/client.ts';
import { driveYear, makeCodes } from '../../test/codes.ts';
import { boston, PASSWORD } from '../../test/customers.ts';
import { type Customer, type Harness, startHarness } from '../../test/harness.ts';
import { makeLeaver } from '../../test/leaving.ts';
import { makePostman } from '../../test/letters.ts';
import { extend, makeLicenceHolder, ULTIMATE_YEAR } from '../../test/licences.ts';
import { makePasskeyCalls, SITE } from '../../test/passkey-calls.ts';
import { routeOf, seedCalls } from '../../test/seed-calls.ts';
import { tablesHolding } from '../../test/snapshot.ts';
import { makeSoftwarePasskey } from '../../test/software-passkey.ts';
import { beginTwoStep, switchOnTwoStep } from '../../test/two-step.ts';
import { defaultClaimPaths } from '../brands.ts';

let h: Harness;
let postman: ReturnType<typeof makePostman>;
const passkeyCalls = makePasskeyCalls(() => h);
/** Boston, a good card, drive Starter yearly on a sandbox clock. */
let customer: Customer;
let subscriptionId: string;
let receiptId: string;

beforeAll(async () => {
  h = await startHarness();
  postman = makePostman(h);
  customer = await h.makeCustomer({ card: 'tok_visa', clock: '2026-01-10T12:00:00.000Z' });
  const bought = await customer.client.post<{ id: string; receipt: { id: string } }>(
    '/api/subscription/subscriptions',
    {
      planId: 'pln_drive_starter',
    },
  );
  expect(bought.status, bought.text).toBe(201);
  subscriptionId = bought.body.id;
  receiptId = bought.body.receipt.id;
});
afterEach(() => h.log.expectQuiet());
afterAll(() => h.stop());

interface Example {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly status: number;
  /** Set when the good answer of this call needs a state of its own. */
  readonly as?: () => Promise<Customer>;
}

const withOpenReceipt = async (): Promise<Customer & { open: string }> => {
  const late = await h.makeCustomer({ card: 'tok_visa', clock: '2026-01-10T12:00:00.000Z' });
  await late.client.post('/api/subscription/subscriptions', { planId: 'pln_drive_starter_monthly' });
  await late.client.post('/api/account/me/payment_methods', { type: 'stripe', token: 'tok_visa_chargeCustomerFail' });
  await h.advance(late, { until: 'next_renewal' });
  const [open] = await h.receipts(late);
  // The good card arrives without the retry that adding it would make, so that there is something left to pay.
  await h.database.query(
    `UPDATE sandbox.cards SET behaviour = 'tok_visa' WHERE customer_id = (SELECT gateway_customer_ref FROM accounts WHERE id = $1)`,
    [late.accountId],
  );
  return { ...late, open: open?.id ?? '' };
};

/** The console's calls are walked in operator-contract.int.test.ts, with tokens of their own. */
type CustomerCall = Exclude<RouteName, keyof typeof operator>;

/** One good call for every promise of the contract; a route without one does not compile. */
const examples: Record<CustomerCall, () => Promise<Example> | Example> = {
  'POST /api/auth/sessions': () => ({ body: { email: customer.email, password: PASSWORD }, status: 200 }),
  'POST /api/auth/tokens': () => ({ body: { refreshToken: customer.client.refreshToken }, status: 200 }),
  'DELETE /api/auth/me/security/tokens/:jti': async () => {
    const leaving = { ...customer, client: await h.signIn(customer.email) };
    return { path: { jti: leaving.client.jti() }, status: 204, as: async () => leaving };
  },
  'GET /api/auth/me': () => ({ status: 200 }),
  'POST /api/auth/me/step-up': () => ({ body: { to: '/security' }, status: 200 }),
  'POST /api/auth/me/security/mfa': async () => {
    const owner = await h.makeCustomer({ claims: defaultClaimPaths });
    return { status: 201, as: async () => owner };
  },
  'PUT /api/auth/me/security/mfa': async () => {
    const owner = await h.makeCustomer({ claims: defaultClaimPaths });
    const app = await beginTwoStep(h, owner);
    return { body: { firstCode: app.code(-1), secondCode: app.code() }, status: 204, as: async () => owner };
  },
  'DELETE /api/auth/me/security/mfa': async () => {
    const owner = await h.makeCustomer({ claims: defaultClaimPaths });
    await switchOnTwoStep(h, owner);
    return { body: { password: PASSWORD }, status: 204, as: async () => owner };
  },
  'GET /api/auth/me/security/recovery-codes': () => ({ status: 200 }),
  'POST /api/auth/me/security/recovery-codes': async () => {
    const owner = await h.makeCustomer({ claims: defaultClaimPaths });
    await switchOnTwoStep(h, owner);
    return { body: { password: PASSWORD }, status: 201, as: async () => owner };
  },
  'POST /api/auth/users': () => ({
    body: {
      email: 'new@test.arcwave.test',
      password: 'a perfectly fine phrase',
      firstName: 'Nova',
      lastName: 'Newcomer',
    },
    status: 201,
  }),
  'POST /api/auth/verify-email': async () => {
    const unverified = await h.makeCustomer({ emailVerified: false });
    return { status: 202, as: async () => unverified };
  },
  'PUT /api/auth/verify-email/:token': async () => {
    const { email, client } = await h.makeCustomer({ emailVerified: false });
    await client.post('/api/auth/verify-email');
    await postman.deliver();
    return { path: { token: await postman.secretOf(email, '/id/#/verify/') }, status: 204 };
  },
  'POST /api/auth/password-resets': () => ({ body: { email: customer.email }, status: 202 }),
  'PUT /api/auth/password-resets/:token': async () => {
    const { email, client } = await h.makeCustomer();
    await client.post('/api/auth/password-resets', { email });
    await postman.deliver();
    const token = await postman.secretOf(email, '/id/#/reset/');
    return { path: { token }, body: { password: 'an entirely new phrase' }, status: 204 };
  },
  'POST /api/auth/me/change-password': async () => {
    const owner = await h.makeCustomer({ claims: defaultClaimPaths });
    return {
      body: { password: PASSWORD, newPassword: 'an entirely new phrase' },
      status: 204,
      as: async () => owner,
    };
  },
  'PATCH /api/auth/me/email': async () => {
    const owner = await h.makeCustomer({ claims: defaultClaimPaths });
    return { body: { email: `moved-${owner.email}`, password: PASSWORD }, status: 202, as: async () => owner };
  },
  'GET /api/auth/me/email/confirm/:token': async () => {
    const owner = await h.makeCustomer({ claims: defaultClaimPaths });
    const email = `moved-${owner.email}`;
    await owner.client.patch('/api/auth/me/email', { email, password: PASSWORD });
    await postman.deliver();
    return { path: { token: await postman.secretOf(email, '/#/cea/') }, status: 200, as: async () => owner };
  },
  'GET /api/auth/me/closure-plan': () => ({ status: 200 }),
  'DELETE /api/auth/users': async () => {
    const leaver = await makeLeaver(h, { card: 'tok_visa' });
    return { body: { password: PASSWORD }, status: 204, as: async () => leaver };
  },
  'POST /api/auth/me/export': () => ({ body: { password: PASSWORD }, status: 202 }),
  'GET /api/auth/me/export': () => ({ status: 200 }),
  'GET /api/auth/me/export/:id': async () => {
    const owner = await h.makeCustomer();
    const asked = await owner.client.post<{ id: string }>('/api/auth/me/export', { password: PASSWORD });
    await h.work.makeExports();
    return { path: { id: asked.body.id }, status: 200, as: async () => owner };
  },
  'GET /api/consent/articles/:article': () => ({ path: { article: 'marketing' }, status: 200 }),
  'POST /api/consent/articles/:article': () => ({
    path: { article: 'marketing' },
    body: { form: 'Send me news', answer: 'yes', client: 'portal' },
    status: 201,
  }),
  'PATCH /api/auth/me': () => ({ body: { trackingEnabled: true, cidrRestriction: null }, status: 200 }),
  'GET /api/auth/me/ecac-status': () => ({ status: 200 }),
  'GET /api/coupon/coupons/:code': async () => {
    const [code = ''] = await makeCodes(h, driveYear);
    return { path: { code }, status: 200 };
  },
  'GET /api/subscription/promotion/account': () => ({ query: '?promotionName=2-series', status: 200 }),
  'POST /api/subscription/promotion': async () => {
    const owner = await h.makeCustomer({ address: null });
    const answer = await owner.client.get<{ promoCode: string }>(
      '/api/subscription/promotion/account?promotionName=portal',
    );
    return { body: { promoCode: answer.body.promoCode }, status: 201, as: async () => owner };
  },
  'POST /api/auth/passkey-options': () => ({ status: 200 }),
  'POST /api/auth/passkey-sessions': async () => {
    const { device } = await passkeyCalls.withPasskey();
    const { challengeId, options } = await passkeyCalls.askToSign();
    return { body: { challengeId, response: device.sign(options) }, status: 200 };
  },
  'GET /api/auth/me/security/passkeys': async () => {
    const owner = await passkeyCalls.withPasskey();
    return { status: 200, as: async () => owner };
  },
  'POST /api/auth/me/security/passkeys/options': async () => {
    const owner = await passkeyCalls.makeHolder();
    return { body: { password: PASSWORD }, status: 200, as: async () => owner };
  },
  'POST /api/auth/me/security/passkeys': async () => {
    const owner = await passkeyCalls.makeHolder();
    const { challengeId, options } = await passkeyCalls.askToAdd(owner);
    const response = makeSoftwarePasskey(SITE).create(options);
    return { body: { challengeId, response, name: 'My laptop' }, status: 201, as: async () => owner };
  },
  'DELETE /api/auth/me/security/passkeys/:id': async () => {
    const owner = await passkeyCalls.withPasskey();
    return { path: { id: owner.passkey.id }, body: { password: PASSWORD }, status: 204, as: async () => owner };
  },
  'GET /api/auth/ip': () => ({ status: 200 }),
  'GET /api/auth/me/security/sessions': () => ({ status: 200 }),
  'DELETE /api/auth/me/security/sessions': () => ({ status: 204 }),
  'DELETE /api/auth/me/security/sessions/:id': async () => ({
    path: { id: (await h.signIn(customer.email)).jti() },
    status: 204,
  }),
  'GET /api/auth/me/security/activity': () => ({ status: 200 }),
  'GET /api/auth/me/addresses': () => ({ status: 200 }),
  'POST /api/auth/me/addresses': async () => {
    const newcomer = await h.makeCustomer({ address: null });
    return { body: boston, status: 201, as: async () => newcomer };
  },
  'GET /api/account/me': () => ({ status: 200 }),
  'GET /api/account/me/receipts': () => ({ query: '?page=1&pageSize=5', status: 200 }),
  'GET /api/account/me/receipts/:id': () => ({ path: { id: receiptId }, status: 200 }),
  'GET /api/account/me/receipts/:id.pdf': () => ({ path: { id: receiptId }, status: 200 }),
  'POST /api/account/me/receipts/:id/pay': async () => {
    const late = await withOpenReceipt();
    return { path: { id: late.open }, body: { expectedTotalCents: 3220 }, status: 200, as: async () => late };
  },
  'POST /api/account/me/payment_methods': () => ({ body: { type: 'stripe', token: 'tok_mastercard' }, status: 201 }),
  'POST /api/account/me/payment_attempts/:id/confirm': async () => {
    const owner = await h.makeCustomer();
    const token = 'tok_threeDSecure2Required';
    const { attemptId } = await challenged(
      owner.client.post('/api/account/me/payment_methods', { type: 'stripe', token }),
    );
    await answerBank(h, attemptId, 'approve');
    return { path: { id: attemptId }, status: 200, as: async () => owner };
  },
  'GET /api/account/taxes/rate/:postalCode': () => ({
    path: { postalCode: '02110' },
    query: '?country=US',
    status: 200,
  }),
  'GET /api/subscription/taxes/rate/:postalCode': () => ({ path: { postalCode: '02110' }, status: 200 }),
  'GET /api/account/payment-config': () => ({ status: 200 }),
  'POST /api/account/me/clock': () => ({ status: 201 }),
  'GET /api/account/me/clock': () => ({ status: 200 }),
  'POST /api/account/me/clock/advance': async () => {
    const traveller = await h.makeCustomer({ clock: '2026-01-10T12:00:00.000Z' });
    return { body: { by: 'P1D' }, status: 202, as: async () => traveller };
  },
  'GET /api/subscription/plans': () => ({ query: '?product=drive', status: 200 }),
  'GET /api/subscription/v2/plans': () => ({ query: `?product=drive&subId=${subscriptionId}`, status: 200 }),
  'GET /api/subscription/v2/plans/:subId': async () => {
    const owner = await h.makeCustomer({ card: 'tok_visa' });
    const bought = await owner.client.post<{ id: string }>('/api/subscription/subscriptions', {
      planId: 'pln_scope_power',
    });
    return { path: { subId: bought.body.id }, status: 200, as: async () => owner };
  },
  'GET /api/subscription/plans/:id/addons': () => ({ path: { id: 'pln_scope_ultimate_yearly' }, status: 200 }),
  'GET /api/subscription/subscriptions': () => ({ query: '?product=drive&includeEnded=true', status: 200 }),
  'GET /api/subscription/subscriptions/:id': () => ({ path: { id: subscriptionId }, status: 200 }),
  'POST /api/subscription/subscriptions/preview': () => ({
    body: { planId: 'pln_drive_ultimate', interval: 'yearly', subscriptionId },
    status: 200,
  }),
  'POST /api/subscription/subscriptions': async () => {
    const buyer = await h.makeCustomer({ card: 'tok_visa' });
    return {
      body: { planId: 'pln_drive_pro', interval: 'monthly', quantity: 1, expectedTotalCents: 6441 },
      status: 201,
      as: async () => buyer,
    };
  },
  'DELETE /api/subscription/subscriptions/:id': async () => {
    const owner = await h.makeCustomer({ card: 'tok_visa' });
    const taken = await owner.client.post<{ id: string }>('/api/subscription/subscriptions', {
      planId: 'pln_drive_starter',
    });
    return { path: { id: taken.body.id }, status: 204, as: async () => owner };
  },
  'PATCH /api/subscription/subscriptions/:id': () => ({
    path: { id: subscriptionId },
    body: { cancelAtPeriodEnd: true },
    status: 200,
  }),
  'GET /api/subscription/subscriptions/:id/maintenance/options': async () => {
    const holder = await makeLicenceHolder(h);
    return { path: { id: holder.id }, query: '?quantity=2', status: 200, as: async () => holder.customer };
  },
  'PATCH /api/subscription/subscriptions/:id/maintenance': async () => {
    const holder = await makeLicenceHolder(h);
    return { path: { id: holder.id }, body: ULTIMATE_YEAR, status: 202, as: async () => holder.customer };
  },
  'GET /api/subscription/onetimepurchase/:id': async () => {
    const holder = await makeLicenceHolder(h);
    const { body } = await extend(holder.customer, holder.id);
    return { path: { id: body.oneTimePurchaseId }, status: 200, as: async () => holder.customer };
  },
  'GET /api/subscription/entitlements/statement': () => ({ status: 200 }),
  'GET /api/subscription/entitlements/key': () => ({ status: 200 }),
  'POST /sandbox/tokens': () => ({
    body: { number: '4242 4242 4242 4242', expMonth: 4, expYear: 2030, cvc: '123' },
    status: 201,
  }),
  'GET /sandbox/mails': () => ({ query: `?to=${encodeURIComponent(customer.email)}&limit=5`, status: 200 }),
};

const all = Object.keys(routes) as RouteName[];
const names = all.filter((name): name is CustomerCall => !Object.hasOwn(operator, name));
const methodOf = (name: RouteName) => name.slice(0, name.indexOf(' ')) as 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const urlOf = (name: RouteName, { path = {}, query = '' }: Example): string =>
  name.slice(name.indexOf(' ') + 1).replaceAll(/:(\w+)/g, (_, part: string) => encodeURIComponent(path[part] ?? '')) +
  query;

/** As the API document writes it. */
const documentedPath = (name: RouteName): string => name.slice(name.indexOf(' ') + 1).replaceAll(/:(\w+)/g, '{$1}');

const call = (name: RouteName, example: Example, headers: Record<string, string>) =>
  inject(h.app, {
    method: methodOf(name),
    url: urlOf(name, example),
    headers,
    ...(example.body ? { payload: example.body } : {}),
  });

describe.each(names)('[CA-02] %s', (name) => {
  const route: Route = routes[name];

  test('is served, and what it answers is what it promises, without one member more', async () => {
    const example = await examples[name]();
    const caller = example.as ? await example.as() : customer;
    const reply = await call(name, example, { 'x-is-at': caller.client.accessToken });
    expect(reply.status, reply.text).toBe(example.status);
    const schema = route.replies[example.status];
    expect(schema, 'the status is one of the promised ones').not.toBeUndefined();
    if (!schema) {
      expect(reply.text).toBe('');
      return;
    }
    if (route.produces) {
      expect(reply.headers['content-type']).toBe(route.produces);
      return;
    }
    // zod drops what it does not know: equality means that nothing else was sent.
    expect(schema.parse(reply.body)).toEqual(reply.body);
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.headers['x-content-type-options']).toBe('nosniff');
  });

  test('ignores members it does not know and stores none of them', async () => {
    if (!route.body) return;
    const example = await examples[name]();
    const caller = example.as ? await example.as() : customer;
    const marker = `stowaway${names.indexOf(name)}`;
    const body = {
      ...example.body,
      isAdmin: marker,
      accountId: marker,
      unitAmountCents: 1,
      status: marker,
      claims: { [marker]: {} },
      amount: 1,
      balanceCents: -1,
    };
    const reply = await call(
      name,
      { ...example, body },
      { 'x-is-at': caller.client.accessToken, 'idempotency-key': `walk-${names.indexOf(name)}` },
    );
    expect([example.status, 200], reply.text).toContain(reply.status);
    expect(reply.text).not.toContain(marker);
    expect(await tablesHolding(h.database, marker)).toEqual([]);
  });

  test('wants a session when it says so, and a genuine one', async () => {
    const example = await examples[name]();
    const without = await call(name, example, {});
    if (route.access !== 'session') {
      expect(without.status).not.toBe(401);
      return;
    }
    expect(without.status).toBe(401);
    expect(without.body.error.type).toBe('UNAUTHORIZED');
    const [head, payload, signature = ''] = customer.client.accessToken.split('.');
    const forged = `${head}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    const refused = await call(name, example, { 'x-is-at': forged });
    expect(refused.status).toBe(401);
    expect(refused.body.error.type).toBe('INVALID_TOKEN');
    expect(errorBody.parse(refused.body)).toEqual(refused.body);
    expect(refused.body.message).toBe(refused.body.error.message);
    expect(refused.body.error.requestId).toMatch(/^req_/);
  });
});

interface Operation {
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: JsonSchema }> };
  readonly responses: Record<string, { readonly content?: Record<string, { readonly schema: JsonSchema }> }>;
}

type JsonSchema = Parameters<typeof fromJSONSchema>[0];

const readDocument = async () => {
  const { body } = await inject<{
    openapi: string;
    info: { title: string; version: string };
    components: { schemas: Record<string, JsonSchema> };
    paths: Record<string, Record<string, Operation>>;
  }>(h.app, { url: '/api/openapi.json' });
  return body;
};

const memberAt = (body: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, member) => (value as Record<string, unknown> | undefined)?.[member], body);

describe('[CA-01] every call of both specifications’ tables', () => {
  test.each(seedCalls)('seed $seed: $purpose, $method $service $shape', async (seedCall) => {
    const name = routeOf(seedCall, names) as CustomerCall | undefined;
    expect(name, 'the contract has it under this method and path').toBeDefined();
    if (!name) return;
    const route: Route = routes[name];
    for (const payload of seedCall.payloads ?? []) expect(route.body?.parse(payload)).toMatchObject(payload);
    expect(route.body === undefined).toBe(seedCall.payloads === undefined);
    if (seedCall.query) expect(route.query?.parse(seedCall.query)).toEqual(seedCall.query);

    const document = await readDocument();
    const [, methods] = Object.entries(document.paths).find(([path]) => path === documentedPath(name)) ?? [];
    const operation = methods?.[seedCall.method.toLowerCase()];
    const inDocument = operation?.requestBody?.content['application/json']?.schema;
    for (const payload of seedCall.payloads ?? [])
      expect(inDocument && fromJSONSchema(inDocument).parse(payload), 'the document takes it too').toMatchObject(
        payload,
      );

    const example = await examples[name]();
    const caller = example.as ? await example.as() : customer;
    const query = seedCall.query ? `?${new URLSearchParams(seedCall.query)}` : (example.query ?? '');
    const reply = await call(name, { ...example, query }, { 'x-is-at': caller.client.accessToken });
    expect(reply.status, reply.text).toBe(example.status);
    const answer = operation?.responses[example.status]?.content?.['application/json']?.schema;
    expect(answer === undefined, 'an answer without content is said to be one').toBe(reply.text === '');
    if (answer) expect(fromJSONSchema(answer).safeParse(reply.body)).toMatchObject({ success: true });
    for (const path of seedCall.answers ?? []) expect(memberAt(reply.body, path), path).not.toBeUndefined();
  });
});

test('[CA-01] the API document is a valid one: parameters stand in its paths, references lead somewhere, schemas can be read', async () => {
  const document = await readDocument();
  expect(document.openapi).toMatch(/^3\.1\.\d+$/);
  expect([document.info.title, document.info.version]).toEqual(['Foyer', '0.0.0']);
  for (const [path, methods] of Object.entries(document.paths)) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
    for (const [method, { parameters, requestBody, responses }] of Object.entries(methods)) {
      const label = `${method} ${path}`;
      expect(['get', 'post', 'put', 'patch', 'delete'], label).toContain(method);
      const declared = parameters.filter((parameter) => parameter.in === 'path');
      expect(declared.map((parameter) => parameter.name).sort(), label).toEqual(inPath.sort());
      expect(
        declared.every(({ required }) => required),
        label,
      ).toBe(true);
      expect(new Set(parameters.map((parameter) => `${parameter.in} ${parameter.name}`)).size).toBe(parameters.length);
      expect(
        Object.keys(responses).every((status) => /^[1-5]\d\d$/.test(status)),
        label,
      ).toBe(true);
      const contents = [requestBody, ...Object.values(responses)].flatMap((part) => Object.values(part?.content ?? {}));
      for (const { schema } of contents) {
        const reference = (schema as { $ref?: string }).$ref;
        if (reference) expect(document.components.schemas, label).toHaveProperty(reference.split('/').at(-1) ?? '');
        else expect(() => fromJSONSchema(schema), label).not.toThrow();
      }
    }
  }
});

test('the books are right after the walk', async () => {
  expect(await h.ledgerCheck()).toEqual([]);
});

test('[CA-01] the API document lists exactly the calls of the contract', async () => {
  const { body } = await inject<{ paths: Record<string, Record<string, { responses: Record<string, unknown> }>> }>(
    h.app,
    { url: '/api/openapi.json' },
  );
  const listed = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  );
  expect(listed.sort()).toEqual(all.toSorted());
  for (const name of all) {
    const { replies, errors }: Route = routes[name];
    const [path, method] = [
      name.slice(name.indexOf(' ') + 1).replaceAll(/:(\w+)/g, '{$1}'),
      methodOf(name).toLowerCase(),
    ];
    const statuses = Object.keys(body.paths[path]?.[method]?.responses ?? {});
    const promised = [...Object.keys(replies), ...errors.map((type) => String(errorStatus[type as ErrorType]))];
    expect(statuses).toEqual(expect.arrayContaining(promised));
  }
});

test('a status of the API outside the contract is none of its own: health, readiness, version', async () => {
  expect((await inject(h.app, { url: '/healthz' })).status).toBe(200);
  expect((await inject(h.app, { url: '/readyz' })).status).toBe(200);
  expect((await inject<{ version: string }>(h.app, { url: '/version' })).body.version).toBe('0.0.0');
});

test('the log holds no token and no secret of a customer', () => {
  const log = h.log.lines.join('\n');
  expect(log).not.toContain(PASSWORD);
  expect(log).not.toContain(customer.client.accessToken);
  expect(log).not.toContain('fr_ses_');
});

describe('limits', () => {
  let limited: Harness;
  let other: Customer;
  beforeAll(async () => {
    limited = await startHarness({ limits: { perAddress: 40, perAccount: 8, writesPerAccount: 3 } });
    other = await limited.makeCustomer({ clock: '2026-01-10T12:00:00.000Z' });
  });
  afterEach(() => limited.log.expectQuiet());
  afterAll(() => limited.stop());

  test('an account has so many writes and so many calls a minute; then 429 with Retry-After', async () => {
    const write = () => other.client.post('/api/account/me/clock');
    for (let n = 0; n < 3; n += 1) expect((await write()).status).toBe(201);
    const refused = await write();
    expect(refused.status).toBe(429);
    expect(refused.body.error.type).toBe('RATE_LIMITED');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const read = () => other.client.get('/api/account/payment-config');
    for (let n = 0; n < 4; n += 1) expect((await read()).status).toBe(200);
    expect((await read()).status).toBe(429);
  });

  test('who is signed in draws on the same budget: GET me is no way around it', async () => {
    const busy = await limited.makeCustomer();
    for (let n = 0; n < 8; n += 1) expect((await busy.client.get('/api/auth/me')).status).toBe(200);
    const refused = await busy.client.get('/api/auth/me');
    expect([refused.status, refused.body.error.type]).toEqual([429, 'RATE_LIMITED']);
    expect((await busy.client.get('/api/account/payment-config')).status).toBe(429);
  });

  test('an address has so many calls a minute, whatever it calls; health does not count', async () => {
    const answers: number[] = [];
    for (let n = 0; n < 45; n += 1) answers.push((await inject(limited.app, { url: '/api/openapi.json' })).status);
    expect(answers).toContain(429);
    const last = await inject(limited.app, { url: '/api/auth/me' });
    expect(last.body.error.type).toBe('RATE_LIMITED');
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
    expect((await inject(limited.app, { url: '/healthz' })).status).toBe(200);
  });
});
