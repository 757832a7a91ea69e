import { hmac, isSignedBy, type Keys } from '../keyed-hash.ts';

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
export const makeLinkTokens = (keys: Keys): LinkTokens => ({
  of: (id) => `${id}.${hmac(keys[0], id)}`,
  read: (token) => {
    const [, id, signature] = LINK_TOKEN.exec(token) ?? [];
    return id !== undefined && signature !== undefined && isSignedBy(keys, id, signature) ? id : null;
  },
});
