import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

const LINK_TOKEN = /^(emt_[A-Za-z0-9]{1,40})\.([A-Za-z0-9_-]{43})$/;

/**
 * Secrets of links in mails. Each has 256 bits and is derived from the id of its row. None is stored, so a copy of the
 * database opens no link.
 */
export interface LinkTokens {
  of(emailTokenId: string): string;
  /** Returns the id in a genuine token, otherwise null. */
  read(token: string): string | null;
}

/** Makes tokens. The first key signs; all keys verify. */
export const makeLinkTokens = ([current, ...earlier]: readonly [KeyObject, ...KeyObject[]]): LinkTokens => {
  const signerOf = (key: KeyObject) => (id: string) => createHmac('sha256', key).update(id).digest('base64url');
  const sign = signerOf(current);
  const signers = [sign, ...earlier.map(signerOf)];
  return {
    of: (id) => `${id}.${sign(id)}`,
    read: (token) => {
      const [, id, signature] = LINK_TOKEN.exec(token) ?? [];
      if (id === undefined || signature === undefined) return null;
      return signers.some((signed) => timingSafeEqual(Buffer.from(signature), Buffer.from(signed(id)))) ? id : null;
    },
  };
};
