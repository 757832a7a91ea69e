import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import type { PasswordHasher } from '../services/identity/ports.ts';
import { Refused } from '../services/refused.ts';

/** OWASP: argon2id, 19 MiB, 2 passes, 1 lane (threats.md §3). */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

const AT_ONCE = Math.max(1, Math.min(4, availableParallelism() - 1));
const MAX_WAITING = 50;

/** At most so many hashes at once, a bounded queue behind them, and a clear "later" beyond: signing in never starves the rest. */
const bounded = (atOnce: number, maxWaiting: number) => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= maxWaiting) throw new Refused('UNAVAILABLE', { retryAfterSeconds: 1 });
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
};

/** Hashes off the event loop, NFKC first, so that one password typed on two keyboards is one password. */
export const makePasswordHasher = async (): Promise<PasswordHasher> => {
  const queue = bounded(AT_ONCE, MAX_WAITING);
  const decoy = await hash(randomBytes(24).toString('base64url'), options);
  return {
    decoy,
    hash: (password) => queue(() => hash(password.normalize('NFKC'), options)),
    verify: (digest, password) => queue(() => verify(digest, password.normalize('NFKC'))),
  };
};
