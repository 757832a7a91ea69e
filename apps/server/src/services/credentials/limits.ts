import { createHmac } from 'node:crypto';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import { HOUR_MS, type Instant } from '@foyer/contract/vocabulary/instants';
import { callerBlocks } from '@foyer/domain/security/network-range';
import { type RateLimit, widened } from '@foyer/domain/security/rate-window';
import { mailboxOf } from '../mailbox-of.ts';
import { type TakeFromWindow, takeInTurn } from '../rate-windows/ports.ts';
import { refusedUntil } from '../refused.ts';

/** Limits of mails that a caller can cause, for each account that asks and for each address that receives. */
const mailsPerAccount: readonly RateLimit[] = [{ limit: 5, windowMs: HOUR_MS }];
const mailsPerTarget: readonly RateLimit[] = [{ limit: 3, windowMs: HOUR_MS }];
/** Of the same three: the last is left to whoever has the address (decision 25). */
const mailsByOthers: readonly RateLimit[] = [{ limit: 2, windowMs: HOUR_MS }];

export interface CredentialLimits {
  /** Counts a call that nobody has to be signed in for; refuses it when there were too many from there. */
  countCall(take: TakeFromWindow, address: string | null, now: Instant): Promise<void>;
  /**
   * Takes one of the mails that may be asked for. Mails that tell of something that happened are not counted here:
   * whoever used the limit up could hide behind it. The way back in has a count of its own, so that nobody shuts it for
   * somebody else by asking for other mails to their address.
   */
  takeMail(take: TakeFromWindow, mail: AskedMail, now: Instant): Promise<Taken>;
  /** The asker's part alone, while it is not known yet whether a mail goes anywhere. */
  takeMailOf(take: TakeFromWindow, accountId: AccountId, now: Instant): Promise<Taken>;
  /** The other part: so many to one address, whoever asks. The asker need not have it, so the last one is not theirs. */
  takeMailTo(take: TakeFromWindow, to: string, now: Instant): Promise<Taken>;
}

type Taken = Awaited<ReturnType<TakeFromWindow>>;

export interface AskedMail {
  readonly accountId: AccountId;
  readonly to: string;
  /** A way back in by an address that nobody has verified may be a stranger's spelling of somebody's mailbox. */
  readonly purpose: 'reset' | 'unverified-reset' | 'link';
}

/** The limits of registration, of links in mails and of changing an address, under keys that name nobody. */
export const makeCredentialLimits = (secret: string, callsPerAddress: readonly RateLimit[]): CredentialLimits => {
  const keyed = (what: string, whom: string) =>
    `${what}:${createHmac('sha256', secret).update(`${what}:${whom}`).digest('base64url')}`;
  const suffix = { reset: '-reset', 'unverified-reset': '-unverified-reset', link: '' };
  const mailOf = (take: TakeFromWindow, accountId: AccountId, now: Instant, purpose: AskedMail['purpose']) =>
    take(keyed(`mail-of${suffix[purpose]}`, accountId), now, mailsPerAccount);
  // However it is spelled, it is one mailbox (decision 25), but none that a stranger makes up shuts the way back in of its owner.
  const keyTo = (to: string, purpose: AskedMail['purpose']) =>
    keyed(`mail-to${suffix[purpose]}`, purpose === 'reset' ? to.toLowerCase() : mailboxOf(to));
  return {
    countCall: async (take, address, now) => {
      const keys = callerBlocks(address).map(({ block, times }) => ({
        key: keyed('credentials', block),
        limits: widened(callsPerAddress, times),
      }));
      const taken = await takeInTurn(take, keys, now);
      if (!taken.allowed) throw refusedUntil(taken.retryAt, now);
    },
    takeMail: async (take, { accountId, to, purpose }, now) => {
      const target = await take(keyTo(to, purpose), now, mailsPerTarget);
      return target.allowed ? mailOf(take, accountId, now, purpose) : target;
    },
    takeMailOf: (take, accountId, now) => mailOf(take, accountId, now, 'link'),
    takeMailTo: (take, to, now) => take(keyTo(to, 'link'), now, mailsByOthers),
  };
};
