import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/**
 * A passkey without a device: makes and signs what a browser would (W3C WebAuthn Level 3, §6 and §7), and, where a test
 * asks for it, something a little different.
 */

type Cbor = number | string | Uint8Array | readonly Cbor[] | ReadonlyMap<number | string, Cbor>;

const head = (major: number, value: number): Buffer => {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
};

/** RFC 8949, as far as WebAuthn needs it. */
const cbor = (value: Cbor): Buffer => {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  const map = value as ReadonlyMap<number | string, Cbor>;
  return Buffer.concat([head(5, map.size), ...[...map].flatMap(([key, item]) => [cbor(key), cbor(item)])]);
};

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();

/** COSE key of the curve P-256 (RFC 9053): kind EC2, algorithm ES256, curve, x, y. */
const coseKey = (key: KeyObject): Buffer => {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
};

const NO_STATEMENT: Statement = { format: 'none', statement: new Map() };

const USER_PRESENT = 1;
const USER_VERIFIED = 4;
const BACKUP = 8 | 16;
const HAS_CREDENTIAL = 64;

/** Deviations from an honest device at the site that asked. */
export interface Twist {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly verified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
  readonly type?: string;
  /** Attestation statement of the device; none by default. */
  readonly attest?: (signed: Buffer, ownKey: KeyObject) => Statement;
}

export interface Statement {
  readonly format: string;
  readonly statement: ReadonlyMap<string, Cbor>;
}

/** The options of a call, as far as a browser looks at them here. */
export interface PasskeyOptions {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
  readonly rpId?: string;
  readonly user?: { readonly id: string };
}

export type PasskeyResponse = Record<string, unknown> & {
  readonly id: string;
  readonly response: Record<string, unknown>;
};

export interface SoftwarePasskey {
  readonly id: string;
  create(options: PasskeyOptions, twist?: Twist): PasskeyResponse;
  sign(options: PasskeyOptions, twist?: Twist): PasskeyResponse;
}

export const makeSoftwarePasskey = (
  site: string,
  { counts = true, synced = false }: { readonly counts?: boolean; readonly synced?: boolean } = {},
): SoftwarePasskey => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credential = randomBytes(32);
  const id = credential.toString('base64url');
  let counter = 0;
  let holder: string | undefined;

  const clientData = (type: string, { challenge }: PasskeyOptions, twist: Twist): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: twist.type ?? type,
        challenge: twist.challenge ?? challenge,
        origin: twist.origin ?? site,
        crossOrigin: false,
      }),
    );
  const authenticatorData = (rpId: string, flags: number, twist: Twist, rest: readonly Uint8Array[]): Buffer => {
    counter += counts ? 1 : 0;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(twist.counter ?? counter);
    const all = USER_PRESENT | (twist.verified === false ? 0 : USER_VERIFIED) | (synced ? BACKUP : 0) | flags;
    return Buffer.concat([sha256(twist.rpId ?? rpId), Buffer.from([all]), count, ...rest]);
  };
  const answer = (response: Record<string, unknown>): PasskeyResponse => ({
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });

  return {
    id,
    create: (options, twist = {}) => {
      holder = options.user?.id;
      const length = Buffer.from([0, credential.length]);
      const data = authenticatorData(options.rp?.id ?? '', HAS_CREDENTIAL, twist, [
        Buffer.alloc(16),
        length,
        credential,
        coseKey(publicKey),
      ]);
      const client = clientData('webauthn.create', options, twist);
      const { format, statement } = twist.attest?.(Buffer.concat([data, sha256(client)]), privateKey) ?? NO_STATEMENT;
      const attestation = cbor(
        new Map<string, Cbor>([
          ['fmt', format],
          ['attStmt', statement],
          ['authData', data],
        ]),
      );
      return answer({
        clientDataJSON: client.toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal', 'made-up'],
      });
    },
    sign: (options, twist = {}) => {
      const client = clientData('webauthn.get', options, twist);
      const data = authenticatorData(options.rpId ?? '', 0, twist, []);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: twist.userHandle ?? holder,
      });
    },
  };
};
