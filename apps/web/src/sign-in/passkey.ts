import type { CallInput } from '@foyer/contract/api/routes';
import { call } from '../lib/call.ts';

type Answer = Omit<CallInput<'POST /api/auth/passkey-sessions'>['body'], 'device'>;

/** Returns whether this browser supports passkeys. Otherwise the button is not shown. */
export const canUsePasskeys = (): boolean => 'PublicKeyCredential' in window;

/** Asks the user for a passkey. Loads its library on demand, because few users have one. */
export const askForPasskey = async (): Promise<Answer> => {
  const [{ challengeId, options }, { startAuthentication }] = await Promise.all([
    call('POST /api/auth/passkey-options'),
    import('@simplewebauthn/browser'),
  ]);
  const response = await startAuthentication({ optionsJSON: options as never });
  return { challengeId, response: { ...response } };
};
