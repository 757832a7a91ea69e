import type { Passkey } from '@foyer/contract/api/passkeys';
import { expect } from 'vitest';
import { type Answer, type Client, inject, takeRenewedTokens } from './client.ts';
import { PASSWORD } from './customers.ts';
import type { Customer, Harness } from './harness.ts';
import { makeSoftwarePasskey, type PasskeyOptions, type SoftwarePasskey, type Twist } from './software-passkey.ts';

/** Origin of the harness. */
export const SITE = 'http://localhost';
export const PASSKEYS = '/api/auth/me/security/passkeys';

export interface Asked {
  readonly challengeId: string;
  readonly options: PasskeyOptions & Record<string, unknown>;
}

export interface SignedIn {
  readonly refreshToken: string;
  readonly device: string;
}

export const expectRefused = (answer: Answer<unknown>) => {
  expect(answer.status, answer.text).toBe(400);
  expect(answer.body.error.type).toBe('PASSKEY_NOT_VALID');
};

/** The calls about passkeys, as a browser with a device makes them. */
export const makePasskeyCalls = (harness: () => Harness) => {
  const makeHolder = () => harness().makeCustomer({ claims: ['drive', 'tron', 'access:mfa:create'] });

  const optionsOf = (answer: Answer<Asked>): Asked => {
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };

  const requestRegistration = async ({ client }: { client: Client }, host = 'localhost') =>
    optionsOf(await client.post<Asked>(`${PASSKEYS}/options`, { password: PASSWORD }, { headers: { host } }));

  const add = (
    { client }: { client: Client },
    { challengeId }: Asked,
    response: unknown,
    name = 'My laptop',
  ): Promise<Answer<Passkey>> => client.post<Passkey>(PASSKEYS, { challengeId, response, name });

  /** A customer with a passkey on this device. */
  const withPasskey = async (
    device: SoftwarePasskey = makeSoftwarePasskey(SITE),
  ): Promise<Customer & { device: SoftwarePasskey; passkey: Passkey }> => {
    const holder = await makeHolder();
    const ask = await requestRegistration(holder);
    const added = await add(holder, ask, device.create(ask.options));
    expect(added.status, added.text).toBe(201);
    return { ...holder, device, passkey: added.body };
  };

  const requestAuthentication = async (host = 'localhost') =>
    optionsOf(
      await inject<Asked>(harness().app, { method: 'POST', url: '/api/auth/passkey-options', headers: { host } }),
    );

  const signIn = (challengeId: string, response: unknown) =>
    harness().anonymous().post<SignedIn>('/api/auth/passkey-sessions', { challengeId, response });

  const signInWith = async (device: SoftwarePasskey, twist: Twist = {}) => {
    const ask = await requestAuthentication();
    return signIn(ask.challengeId, device.sign(ask.options, twist));
  };

  const passkeysOf = async ({ client }: { client: Client }) =>
    (await client.get<{ passkeys: Passkey[] }>(PASSKEYS)).body.passkeys;

  const remove = async ({ client }: { client: Client }, id: string, password: string | undefined = PASSWORD) =>
    takeRenewedTokens(
      client,
      await inject(harness().app, {
        method: 'DELETE',
        url: `${PASSKEYS}/${id}`,
        headers: { 'x-is-at': client.accessToken },
        payload: { password },
      }),
    );

  const eventsOf = async ({ accountId }: Customer) =>
    (
      await harness().database.query<{ type: string }>(
        'SELECT type FROM security_events WHERE account_id = $1 ORDER BY at, id',
        [accountId],
      )
    ).map(({ type }) => type);

  const mailsTo = ({ email }: Customer) =>
    harness().queued.flatMap((mail) =>
      'template' in mail && 'to' in mail && mail.to === email ? [mail.template] : [],
    );

  return {
    makeHolder,
    requestRegistration,
    add,
    withPasskey,
    requestAuthentication,
    signIn,
    signInWith,
    passkeysOf,
    remove,
    eventsOf,
    mailsTo,
  };
};
