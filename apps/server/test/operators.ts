import type { FoundCustomer, OperatorCustomer } from '@foyer/contract/api/operator-customers';
import type { OperatorRole } from '@foyer/contract/vocabulary/operator-roles';
import { expect } from 'vitest';
import { type Answer, inject, makeClient } from './client.ts';
import type { Customer, Harness } from './harness.ts';

let made = 0;

export interface TestOperator {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
  call<Body = unknown>(method: 'GET' | 'POST' | 'DELETE', url: string, body?: object): Promise<Answer<Body>>;
}

/** Signs an operator in, as the page does. */
export const operatorSignIn = (
  h: Harness,
  { email, password, code, device }: { email: string; password: string; code?: string; device?: string },
  remoteAddress?: string,
) =>
  inject<{ token: string; device: string; operator: { id: string; roles: string[]; expiresAt: string } }>(h.app, {
    method: 'POST',
    url: '/api/operator/sessions',
    payload: { email, password, ...(code && { code }), ...(device && { device }) },
    ...(remoteAddress && { remoteAddress }),
  });

/** Puts an operator into the state of one who has signed in and chosen the printed password again, without a second step. */
export const settleOperator = (h: Harness, id: string): Promise<unknown> =>
  h.database.query(
    `UPDATE operators SET first_password_expires_at = NULL, first_password_used_at = NULL, totp_sealed_secret = NULL WHERE id = $1`,
    [id],
  );

/** Makes an operator as the command line does, sets the new password, and signs in. */
export const makeOperator = async (h: Harness, ...roles: readonly OperatorRole[]): Promise<TestOperator> => {
  made += 1;
  const email = `operator-${made}@vendor.example`;
  const { id, password } = await h.operator.addOperator(
    { email, name: `Jo ${made}`, roles: roles.join(','), secondStep: true },
    { actor: 'test', reason: 'a test needs one' },
  );
  await settleOperator(h, id);
  const signed = await operatorSignIn(h, { email, password });
  expect(signed.status, signed.text).toBe(201);
  const { token } = signed.body;
  return {
    id,
    email,
    password,
    token,
    call: (method, url, body) =>
      inject(h.app, {
        method,
        url,
        headers: { 'x-operator-token': token },
        ...(body === undefined ? {} : { payload: body }),
      }),
  };
};

/** Begins a read-only view; gives its token. */
export const beginView = async (operator: TestOperator, accountId: string): Promise<string> => {
  const begun = await operator.call<{ token: string }>('POST', `/api/operator/customers/${accountId}/view`, {
    reason: REASON,
  });
  expect(begun.status, begun.text).toBe(201);
  return begun.body.token;
};

/** A customer as an operator sees them: the client has the token of a read-only view. */
export const viewedBySupport = async ({ h, customer }: { h: Harness; customer: Customer }): Promise<Customer> => {
  const accessToken = await beginView(await makeOperator(h, 'support'), customer.accountId);
  return { ...customer, client: makeClient(h.app, { accessToken, refreshToken: '' }) };
};

/** Operator of each security event of this type of an account; null for one without an operator. */
export const eventOperators = (h: Harness, type: string, { accountId }: { accountId: string }) =>
  h.database.query('SELECT operator_id FROM security_events WHERE account_id = $1 AND type = $2', [accountId, type]);

/** Makes a mail of a customer look given up, once there is one that was sent; gives its id. */
export const giveUpMail = async (h: Harness, accountId: string): Promise<string> => {
  const give = () =>
    h.database.query<{ id: string }>(
      `UPDATE pgboss.job SET state = 'failed', completed_on = now() WHERE id = (
         SELECT id FROM pgboss.job WHERE name = 'mail' AND state = 'completed' AND data ->> 'accountId' = $1 LIMIT 1) RETURNING id::text`,
      [accountId],
    );
  let id = '';
  await expect
    .poll(
      async () => {
        id = (await give())[0]?.id ?? '';
        return id;
      },
      { timeout: 10_000, interval: 50 },
    )
    .not.toBe('');
  return id;
};

/** The reason that `makeOperatorCalls` gives for everything. */
export const REASON = 'ticket 4711';

/**
 * Calls of an operator on an ordinary day; each must succeed. `who` is a function, because the session is made in a
 * `beforeAll`.
 */
export const makeOperatorCalls = (who: () => TestOperator) => {
  const bodyOf = async <Body>(url: string): Promise<Body> => {
    const answer = await who().call<Body>('GET', url);
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };
  const act = async <Body>(url: string, body: object = {}): Promise<Body> => {
    const answer = await who().call<Body>('POST', url, { reason: REASON, ...body });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  };
  return {
    read: bodyOf,
    act,
    search: async (q: string) =>
      (await act<{ customers: FoundCustomer[]; more: boolean }>('/api/operator/customers/search', { q })).customers,
    page: ({ accountId }: { accountId: string }) => bodyOf<OperatorCustomer>(`/api/operator/customers/${accountId}`),
  };
};
