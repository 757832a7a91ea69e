import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import type { PasswordHasher } from '../services/identity/ports.ts';
import { bounded } from './bounded.ts';

/** Cost of an argon2id hash. */
export interface PasswordCost {
  /** KiB. */
  readonly memoryCost: number;
  /** Passes. */
  readonly timeCost: number;
  readonly parallelism: number;
}

/** Cost that OWASP recommends for argon2id: 19 MiB, 2 passes, 1 lane. */
const currentCost: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const AT_ONCE = Math.min(4, availableParallelism());
const MAX_WAITING = 50;

/**
 * Hashes on the thread pool, at most 4 at once, so that the event loop stays responsive (docs/benchmarks.md). Normalises
 * to NFKC, because keyboards compose letters differently.
 * @param cost of new hashes; a lower one saves time in tests
 */
export const makePasswordHasher = async (cost = currentCost): Promise<PasswordHasher> => {
  const queue = bounded(AT_ONCE, MAX_WAITING);
  const decoy = await hash(randomBytes(24).toString('base64url'), cost);
  const isWeaker = (digest: string): boolean => {
    const { memoryCost, timeCost } = parseOptions(digest);
    return !digest.startsWith('$argon2id$') || memoryCost < cost.memoryCost || timeCost < cost.timeCost;
  };
  return {
    decoy,
    hash: (password) => queue(() => hash(password.normalize('NFKC'), cost)),
    verify: (digest, password) => queue(() => verify(digest, password.normalize('NFKC'))),
    isWeaker,
  };
};
