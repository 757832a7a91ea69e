import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Scopes of the key of the example product. */
export const EXAMPLE_SCOPES = ['customers:write', 'entitlements:read', 'portal-links:write'];

/** A stored key is used again if it lives at least this long. A new one lives for a day. */
const LEAST_LIFE_MS = 12 * 3_600_000;

/** Tells whether the portal accepts a key, for all scopes and long enough. It may be of another database, or revoked. */
const isGood = async (key, portal) => {
  const answer = await fetch(new URL('/vendor/v1/key', portal), {
    headers: { authorization: `Bearer ${key}` },
    redirect: 'error',
  }).catch(() => null);
  if (!answer?.ok) return false;
  const { scopes, expiresAt } = await answer.json();
  const livesUntil = expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);
  return livesUntil >= Date.now() + LEAST_LIFE_MS && EXAMPLE_SCOPES.every((scope) => scopes.includes(scope));
};

/**
 * Returns the key of an earlier start, which only the owner of the file may read, or one from `makeKey`. Otherwise each start
 * would leave a key behind. Without the folder of the installation nothing is stored.
 */
export const readOrMakeKey = async ({ home, portal, makeKey }) => {
  const file = path.join(home, 'example-product.key');
  if (existsSync(file)) {
    const stored = readFileSync(file, 'utf8').trim();
    if (/^foyer_vk_\w+$/.test(stored) && (await isGood(stored, portal))) return stored;
  }
  const key = makeKey();
  if (!existsSync(home)) return key;
  rmSync(file, { force: true }); // the mode counts for a new file only
  writeFileSync(file, `${key}\n`, { mode: 0o600, flag: 'wx' });
  return key;
};
