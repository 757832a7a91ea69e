import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

const LINK_TOKEN = /^(emt_[A-Za-z0-9]{1,40})\.([A-Za-z0-9_-]{43})$/;

/** The secrets of links in mails: 256 bit each, derived from the row's id, so none is stored and no dump opens one. */
export interface LinkTokens {
  of(emailTokenId: string): string;
  /** The id of a genuine token; null for anything else. */
  read(token: string): string | null;
}

/** The first key signs, all of them read. */
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
