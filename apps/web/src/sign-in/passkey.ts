import type { CallInput } from '@foyer/contract/api/routes';
import { call } from '../lib/call.ts';

type Answer = Omit<CallInput<'POST /api/auth/passkey-sessions'>['body'], 'device'>;

/** Whether this browser knows passkeys; a button that cannot work is left out. */
export const canUsePasskeys = (): boolean => 'PublicKeyCredential' in window;

/** Asks the visitor for a passkey. The library arrives with the first use: most visitors never need it. */
export const askForPasskey = async (): Promise<Answer> => {
  const [{ challengeId, options }, { startAuthentication }] = await Promise.all([
    call('POST /api/auth/passkey-options'),
    import('@simplewebauthn/browser'),
  ]);
  const response = await startAuthentication({ optionsJSON: options as never });
  return { challengeId, response: { ...response } };
};
