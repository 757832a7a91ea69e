import { SECOND_MS } from '@foyer/contract/vocabulary/instants';
import { stepAt } from '@foyer/domain/identity/totp';
import { expect } from 'vitest';
import { oneTimeCodes } from '../src/adapters/one-time-codes.ts';
import { type Answer, inject, takeRenewedTokens } from './client.ts';
import { PASSWORD } from './customers.ts';
import type { Customer, Harness } from './harness.ts';

const MFA = '/api/auth/me/security/mfa';

/** Authenticator app that has the secret and computes codes by the wall clock of the harness. */
export interface Authenticator {
  readonly secret: string;
  /** Code of the current step, or of one `steps` away. */
  code(steps?: number): string;
  /** Code of a step that cannot have been used yet. */
  nextCode(): string;
}

export const call = async <Body>(
  h: Harness,
  customer: Pick<Customer, 'client'>,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
): Promise<Answer<Body>> =>
  takeRenewedTokens(
    customer.client,
    await inject<Body>(h.app, {
      method,
      url,
      headers: { 'x-is-at': customer.client.accessToken },
      ...(payload ? { payload } : {}),
    }),
  );

const makeAuthenticator = (h: Harness, secret: string): Authenticator => {
  const code = (steps = 0) => oneTimeCodes.codeAt(secret, stepAt(h.wall.now()) + steps);
  return {
    secret,
    code,
    nextCode: () => {
      h.wall.advance(30 * SECOND_MS);
      return code();
    },
  };
};

/**
 * Begins to set up two-step authentication, as the security page does. The app has the secret; nothing is switched on
 * yet.
 */
export const beginTwoStep = async (h: Harness, customer: Customer): Promise<Authenticator> => {
  const shown = await call<{ secret: string }>(h, customer, 'POST', MFA, { password: PASSWORD });
  expect(shown.status, shown.text).toBe(201);
  return makeAuthenticator(h, shown.body.secret);
};

/** Switches two-step authentication on for a customer with the claim. */
export const switchOnTwoStep = async (h: Harness, customer: Customer): Promise<Authenticator> => {
  const app = await beginTwoStep(h, customer);
  const on = await call(h, customer, 'PUT', MFA, { firstCode: app.code(-1), secondCode: app.code() });
  expect(on.status, on.text).toBe(200);
  return app;
};

export const createRecoveryCodes = async (h: Harness, customer: Customer): Promise<string[]> => {
  const made = await call<{ codes: string[] }>(h, customer, 'POST', '/api/auth/me/security/recovery-codes', {
    password: PASSWORD,
  });
  expect(made.status, made.text).toBe(201);
  return made.body.codes;
};

/** Sign-in as a browser without a session sees it, with the security events of the account. */
export const makeSignInCalls = (harness: () => Harness) => {
  /** Each test calls from another address, so that no test uses up the limits of another. */
  let callers = 0;
  const signIn = ({ email }: Customer, second: Readonly<Record<string, unknown>> = {}, password = PASSWORD) =>
    inject<{ refreshToken: string; device: string }>(harness().app, {
      method: 'POST',
      url: '/api/auth/sessions',
      payload: { email, password, ...second },
      remoteAddress: `198.51.100.${callers}`,
    });
  return {
    /** Changes the address; call it in `beforeEach`. */
    changeAddress: () => {
      callers += 1;
    },
    /** A customer who may switch two-step on. */
    makeCustomer: () => harness().makeCustomer({ claims: ['drive', 'access:mfa:create'] }),
    signIn,
    typeOf: ({ status, body, text }: Awaited<ReturnType<typeof signIn>>): string =>
      status < 300 ? 'ok' : (body?.error?.type ?? text),
    events: async ({ accountId }: Customer): Promise<string[]> => {
      const rows = await harness().database.query<{ type: string }>(
        'SELECT type FROM security_events WHERE account_id = $1 ORDER BY at, id',
        [accountId],
      );
      return rows.map(({ type }) => type);
    },
    mailsTo: ({ email }: Customer): string[] =>
      harness().queued.flatMap((mail) => ('kind' in mail && mail.to === email ? [mail.template] : [])),
  };
};
