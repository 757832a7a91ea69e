import { createHash } from 'node:crypto';
import type { BillingWrites } from '@foyer/domain/decision/draft';
import type { IdempotencyClaim } from './ports.ts';

/**
 * Gives the charge of a keyed order a key of account and command. The order that a client repeats leads to the same key in
 * a restored database, which has lost the first one (decision 61). It is hashed, because Stripe limits the length of keys.
 */
export const underCommandKey = (writes: BillingWrites, claim: IdempotencyClaim | null): BillingWrites => {
  if (!claim) return writes;
  const command = createHash('sha256').update(claim.key).digest('base64url');
  const attempts = writes.attempts.map((attempt) =>
    writes.created.has(attempt.id) && attempt.gatewayKey === null
      ? { ...attempt, gatewayKey: `${claim.accountId}/command/${command}` }
      : attempt,
  );
  return { ...writes, attempts };
};
