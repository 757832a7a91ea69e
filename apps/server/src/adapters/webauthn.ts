import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { PasskeyProtocol } from '../services/passkeys/ports.ts';

const TIMEOUT_MS = 5 * 60_000;

/** Loaded by the first passkey, because its 200 files would slow down each start. */
const library = () => import('@simplewebauthn/server');

/** COSE numbers of the algorithms that authenticators use in practice: Ed25519, P-256 and, on older Windows, RSA. */
const algorithms = [-8, -7, -257];

const transports: readonly string[] = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Returns null where the library throws: for a response that is forged or malformed. */
const orNull = async <T>(read: () => Promise<T | null>): Promise<T | null> => {
  try {
    return await read();
  } catch {
    return null;
  }
};

/**
 * Whether an attestation has no certificates. The server asks for none and refuses those that have any: a check of a
 * certificate would fetch revocation lists from addresses that the caller wrote into it.
 */
const isWithoutCertificates = async (response: unknown): Promise<boolean> => {
  const attestation = text(member(member(response, 'response'), 'attestationObject'));
  if (attestation === null) return false;
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestation));
  const format = decoded.get('fmt');
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
};

/** True if the user handle of a response is that of the stored user. Devices may leave it out. */
const isHandleOf = (response: unknown, userId: string): boolean => {
  const handle = member(member(response, 'response'), 'userHandle');
  return handle === undefined || handle === null || handle === Buffer.from(userId).toString('base64url');
};

export const webauthn: PasskeyProtocol = {
  registrationOptions: async (party, siteName, holder, known) => {
    const { generateRegistrationOptions } = await library();
    const options = await generateRegistrationOptions({
      rpName: siteName,
      rpID: party.id,
      userName: holder.email,
      userDisplayName: `${holder.firstName} ${holder.lastName}`.trim() || holder.email,
      userID: new Uint8Array(Buffer.from(holder.userId)),
      timeout: TIMEOUT_MS,
      attestationType: 'none',
      supportedAlgorithmIDs: algorithms,
      excludeCredentials: known.map((passkey) => ({ id: passkey.credentialId, transports: [...passkey.transports] })),
      // A discoverable passkey that the device unlocks, so it signs in without a user name and counts as two factors.
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    return { challenge: options.challenge, options: { ...options } };
  },
  authenticationOptions: async (party) => {
    const { generateAuthenticationOptions } = await library();
    const options = await generateAuthenticationOptions({
      rpID: party.id,
      timeout: TIMEOUT_MS,
      userVerification: 'required',
    });
    return { challenge: options.challenge, options: { ...options } };
  },
  readAdded: (response, { party, challenge }) =>
    orNull(async () => {
      if (!(await isWithoutCertificates(response))) return null;
      const { verifyRegistrationResponse } = await library();
      const { registrationInfo } = await verifyRegistrationResponse({
        response: response as RegistrationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: party.origin,
        expectedRPID: party.id,
        supportedAlgorithmIDs: algorithms,
        requireUserVerification: true,
      });
      if (!registrationInfo) return null;
      const { credential, credentialBackedUp } = registrationInfo;
      return {
        credentialId: credential.id,
        publicKey: credential.publicKey,
        counter: credential.counter,
        transports: (Array.isArray(credential.transports) ? credential.transports : []).filter((name: unknown) =>
          transports.includes(String(name)),
        ),
        synced: credentialBackedUp,
      };
    }),
  claimedCredential: (response) => text(member(response, 'id')),
  readSigned: (response, { party, challenge, passkey, verified }) =>
    orNull(async () => {
      if (!isHandleOf(response, passkey.userId)) return null;
      const { verifyAuthenticationResponse } = await library();
      const answer = await verifyAuthenticationResponse({
        response: response as AuthenticationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: party.origin,
        expectedRPID: party.id,
        requireUserVerification: verified,
        credential: { id: passkey.credentialId, publicKey: passkey.publicKey, counter: passkey.counter },
      });
      const { newCounter, credentialBackedUp } = answer.authenticationInfo;
      return answer.verified ? { counter: newCounter, synced: credentialBackedUp } : null;
    }),
};
