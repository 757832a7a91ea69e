import type { KeyObject } from 'node:crypto';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import { HOUR_MS, type Instant } from '@foyer/contract/vocabulary/instants';
import { callerBlocks } from '@foyer/domain/identity/network-range';
import { multiplyLimits, type RateLimit } from '@foyer/domain/identity/rate-window';
import { counterKeyOf } from '../keyed-hash.ts';
import { mailboxOf } from '../mailbox-of.ts';
import { type ConsumeRateLimit, consumeRateLimits } from '../rate-windows/ports.ts';
import { refusedUntil } from '../refused.ts';

/** Limits of mails that a caller can cause: per account that asks, and per address that receives. */
const mailsPerAccount: readonly RateLimit[] = [{ limit: 5, windowMs: HOUR_MS }];
const mailsPerTarget: readonly RateLimit[] = [{ limit: 3, windowMs: HOUR_MS }];
/** A lower limit for mails to an address that the caller may not own. The last mail stays for its owner (decision 25). */
const mailsByOthers: readonly RateLimit[] = [{ limit: 2, windowMs: HOUR_MS }];

export interface CredentialLimits {
  /** Counts a call without a session. Throws RATE_LIMITED when the address has made too many. */
  countCall(take: ConsumeRateLimit, address: string | null, now: Instant): Promise<void>;
  /**
   * Counts one mail that a caller requests. Notifications are not counted: an attacker could use the limit up to suppress them.
   * Password resets have their own count, so that an attacker cannot block them with requests for other mails.
   */
  countMail(take: ConsumeRateLimit, mail: RequestedMail, now: Instant): Promise<Taken>;
  /** Counts a mail against the requesting account only, before it is known whether a mail is sent. */
  countMailOfAccount(take: ConsumeRateLimit, accountId: AccountId, now: Instant): Promise<Taken>;
  /** Counts a mail against the address it goes to. The requester may not own it, so one mail of the limit stays for the owner. */
  countMailToAddress(take: ConsumeRateLimit, to: string, now: Instant): Promise<Taken>;
}

type Taken = Awaited<ReturnType<ConsumeRateLimit>>;

export interface RequestedMail {
  readonly accountId: AccountId;
  readonly to: string;
  /**
   * Kind of mail. An unverified address may be a stranger's spelling of another user's mailbox, so its resets are counted
   * separately.
   */
  readonly purpose: 'reset' | 'unverified-reset' | 'link';
}

/** Limits of registration, links in mails and address changes. The keys are hashes, so the tables name no user. */
export const makeCredentialLimits = (
  counterKey: KeyObject,
  callsPerAddress: readonly RateLimit[],
): CredentialLimits => {
  const keyed = (what: string, whom: string) => counterKeyOf(counterKey, what, whom);
  const suffix = { reset: '-reset', 'unverified-reset': '-unverified-reset', link: '' };
  const mailOf = (take: ConsumeRateLimit, accountId: AccountId, now: Instant, purpose: RequestedMail['purpose']) =>
    take(keyed(`mail-of${suffix[purpose]}`, accountId), now, mailsPerAccount);
  // All spellings of a mailbox share one limit (decision 25). Resets of verified addresses count by exact address, so that
  // strangers' spellings cannot use up the owner's limit.
  const keyTo = (to: string, purpose: RequestedMail['purpose']) =>
    keyed(`mail-to${suffix[purpose]}`, purpose === 'reset' ? to.toLowerCase() : mailboxOf(to));
  return {
    countCall: async (take, address, now) => {
      const keys = callerBlocks(address).map(({ block, times }) => ({
        key: keyed('credentials', block),
        limits: multiplyLimits(callsPerAddress, times),
      }));
      const taken = await consumeRateLimits(take, keys, now);
      if (!taken.allowed) throw refusedUntil(taken.retryAt, now);
    },
    countMail: async (take, { accountId, to, purpose }, now) => {
      const target = await take(keyTo(to, purpose), now, mailsPerTarget);
      return target.allowed ? mailOf(take, accountId, now, purpose) : target;
    },
    countMailOfAccount: (take, accountId, now) => mailOf(take, accountId, now, 'link'),
    countMailToAddress: (take, to, now) => take(keyTo(to, 'link'), now, mailsByOthers),
  };
};
