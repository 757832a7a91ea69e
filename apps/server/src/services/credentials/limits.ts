import { createHmac } from 'node:crypto';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import { HOUR_MS, type Instant, MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import { callerBlock } from '@foyer/domain/security/network-range';
import type { RateLimit } from '@foyer/domain/security/rate-window';
import type { TakeFromWindow } from '../identity/ports.ts';
import { refusedUntil } from '../refused.ts';

/** threats.md §3. */
const mailsPerAccount: readonly RateLimit[] = [{ limit: 5, windowMs: HOUR_MS }];
const mailsPerTarget: readonly RateLimit[] = [{ limit: 3, windowMs: HOUR_MS }];
const callsPerAddress: readonly RateLimit[] = [
  { limit: 30, windowMs: MINUTE_MS },
  { limit: 300, windowMs: HOUR_MS },
];

export interface CredentialLimits {
  /** Counts a call that nobody has to be signed in for; refuses it when there were too many from there. */
  countCall(take: TakeFromWindow, address: string | null, now: Instant): Promise<void>;
  /**
   * Takes one of the mails that may be asked for. Mails that tell of something that happened are not counted here:
   * whoever used the limit up could hide behind it.
   */
  takeMail(
    take: TakeFromWindow,
    accountId: AccountId,
    to: string,
    now: Instant,
  ): Promise<{ readonly allowed: boolean; readonly retryAt: Instant }>;
}

/** The limits of registration, of links in mails and of changing an address, under keys that name nobody. */
export const makeCredentialLimits = (secret: string): CredentialLimits => {
  const keyed = (what: string, whom: string) =>
    `${what}:${createHmac('sha256', secret).update(`${what}:${whom}`).digest('base64url')}`;
  return {
    countCall: async (take, address, now) => {
      const taken = await take(keyed('credentials', callerBlock(address)), now, callsPerAddress);
      if (!taken.allowed) throw refusedUntil(taken.retryAt, now);
    },
    takeMail: async (take, accountId, to, now) => {
      const target = await take(keyed('mail-to', to.toLowerCase()), now, mailsPerTarget);
      return target.allowed ? take(keyed('mail-of', accountId), now, mailsPerAccount) : target;
    },
  };
};
