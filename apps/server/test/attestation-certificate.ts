import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** DER (X.690), as far as one certificate needs it. */
const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const length =
    content.length < 128
      ? Buffer.from([content.length])
      : content.length < 256
        ? Buffer.from([0x81, content.length])
        : Buffer.from([0x82, content.length >> 8, content.length & 255]);
  return Buffer.concat([Buffer.from([tag]), length, content]);
};

const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const text = (value: string) => der(0x0c, Buffer.from(value));
const oid = (...bytes: readonly number[]) => der(0x06, Buffer.from(bytes));

const ECDSA_WITH_SHA256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
/** `id-at` with one of its members: 3 name, 6 country, 10 organization, 11 unit. */
const nameAttribute = (member: number, value: string) => der(0x31, sequence(oid(0x55, 0x04, member), text(value)));
const SUBJECT = sequence(
  nameAttribute(6, 'US'),
  nameAttribute(10, 'Somebody'),
  nameAttribute(11, 'Authenticator Attestation'),
  nameAttribute(3, 'A device'),
);
const time = (value: string) => der(0x18, Buffer.from(value));

/** Makes a self-signed certificate of an authenticator's manufacturer (WebAuthn Level 3, §8.2.1), with its key. */
export const makeAttestationCertificate = (): { certificate: Buffer; key: KeyObject } => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const notAnAuthority = sequence(oid(0x55, 0x1d, 0x13), der(0x04, sequence()));
  const toSign = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    SUBJECT,
    sequence(time('20200101000000Z'), time('21200101000000Z')),
    SUBJECT,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(notAnAuthority)),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', toSign, privateKey));
  return { certificate: sequence(toSign, ECDSA_WITH_SHA256, signature), key: privateKey };
};
