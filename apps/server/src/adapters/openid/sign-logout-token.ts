import { createPrivateKey, randomUUID, sign } from 'node:crypto';
import { SECOND_MS } from '@foyer/contract/vocabulary/instants';
import type { SignLogoutToken } from '../../services/product-sign-in/ports.ts';
import type { SigningKeys } from './signing-keys.ts';

const LIFE_SECONDS = 120;
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

interface LogoutTokenNeeds {
  readonly signingKeys: () => Promise<SigningKeys>;
  readonly issuerOf: (host: string) => string;
  readonly wallNow: () => number;
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Signs logout tokens with the key of ID tokens. */
export const makeSignLogoutToken =
  ({ signingKeys, issuerOf, wallNow }: LogoutTokenNeeds): SignLogoutToken =>
  async ({ grantId, accountId, clientId, host }) => {
    const [key] = (await signingKeys()).keys;
    if (!key) throw new Error(`logout of ${grantId}: there is no signing key`);
    const iat = Math.floor(wallNow() / SECOND_MS);
    const text = `${encoded({ alg: 'ES256', typ: 'logout+jwt', kid: key.kid })}.${encoded({
      iss: issuerOf(host),
      aud: clientId,
      iat,
      exp: iat + LIFE_SECONDS,
      jti: randomUUID(),
      sub: accountId,
      sid: grantId,
      events: { [EVENT]: {} },
    })}`;
    const privateKey = createPrivateKey({ key, format: 'jwk' });
    const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    return `${text}.${signature.toString('base64url')}`;
  };
