import { call } from '../../../lib/call.ts';
import { CallError } from '../../../lib/call-error.ts';
import { adoptTokens } from '../../../lib/session/adopt-tokens.ts';

type Options = Parameters<typeof import('@simplewebauthn/browser').startRegistration>[0]['optionsJSON'];

/**
 * Adds a passkey: gets a challenge with the password, lets the browser create the key, and stores it under a name.
 * Loads its library on demand.
 * @throws CallError; PASSKEY_NOT_VALID also when the user or the browser canceled
 */
export const addPasskey = async (name: string, password: string): Promise<void> => {
  const { challengeId, options } = await call('POST /api/auth/me/security/passkeys/options', { body: { password } });
  const { startRegistration } = await import('@simplewebauthn/browser');
  let response: Awaited<ReturnType<typeof startRegistration>>;
  try {
    response = await startRegistration({ optionsJSON: options as unknown as Options });
  } catch (cause) {
    const message = cause instanceof Error ? cause.name : '';
    throw new CallError({ status: 0, type: 'PASSKEY_NOT_VALID', message });
  }
  const body = { challengeId, response: response as unknown as Record<string, unknown>, name };
  await adoptTokens(await call('POST /api/auth/me/security/passkeys', { body }));
};
