import type { PasswordHasher, RenewHash } from './ports.ts';

interface Dependencies {
  readonly hasher: PasswordHasher;
  /** Replaces the hash `from` by `to` and returns the hash that is stored then. */
  readonly replaceHash: (id: string, from: string, to: string) => Promise<string | null>;
}

/**
 * Renews a weak hash; a strong one costs only the check. If two sign-ins renew it at the same time, one hash is stored. The
 * other sign-in continues with that one if the password matches it.
 */
export const makeRenewHash =
  ({ hasher, replaceHash }: Dependencies): RenewHash =>
  async (id, verified, password) => {
    if (!hasher.isWeaker(verified)) return verified;
    const renewed = await hasher.hash(password);
    const stored = await replaceHash(id, verified, renewed);
    return stored === renewed || (stored !== null && (await hasher.verify(stored, password))) ? stored : null;
  };
