import type { DeviceStep } from '@foyer/contract/api/product-sign-in';
import { HOUR_MS, MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import { callerBlocks } from '@foyer/domain/identity/network-range';
import { multiplyLimits, type RateLimit } from '@foyer/domain/identity/rate-window';
import type { Origin, Principal } from '../identity/ports.ts';
import type { Platform } from '../platform.ts';
import { type ConsumeRateLimit, consumeRateLimits } from '../rate-windows/ports.ts';
import { Refused, refusedUntil } from '../refused.ts';
import type { ProductClient } from './client-ports.ts';
import { type ConsentAnswer, type DecideRequest, shownOf } from './decide-request.ts';
import type { DeviceRequests } from './ports.ts';

/**
 * Limits of typed codes, right or wrong. A code has 34 random bits and lives ten minutes, so guesses at this pace find none.
 */
const perAccount: readonly RateLimit[] = [{ limit: 20, windowMs: 15 * MINUTE_MS }];
const perAddress: readonly RateLimit[] = [{ limit: 60, windowMs: HOUR_MS }];

interface Dependencies {
  readonly requests: DeviceRequests;
  readonly clients: readonly ProductClient[];
  readonly decide: DecideRequest;
  readonly consume: ConsumeRateLimit;
  /** Key of a counter, which hides the account or address. */
  readonly counterKey: (what: string, whom: string) => string;
}

interface Typed {
  /** Code as the user typed it: in any case, with or without the hyphen. */
  readonly userCode: string;
  readonly consent: ConsentAnswer | undefined;
}

const lettersOf = (typed: string): string => typed.toUpperCase().replace(/[^A-Z]/g, '');

/**
 * Answers the request of a device for the user who types its code. The user always reads which product asks and presses a
 * button, because the code may come from a stranger who wants tokens of this account (RFC 8628, 5.4).
 */
export const makeAnswerDevice =
  ({ wallNow }: Pick<Platform, 'wallNow'>, { requests, clients, decide, consume, counterKey }: Dependencies) =>
  async (
    principal: Principal,
    hostname: string,
    { userCode, consent }: Typed,
    { address }: Pick<Origin, 'address'>,
  ): Promise<DeviceStep> => {
    const now = wallNow();
    const taken = await consumeRateLimits(
      consume,
      [
        { key: counterKey('device-code-of', principal.accountId), limits: perAccount },
        ...callerBlocks(address).map(({ block, times }) => ({
          key: counterKey('device-code-from', block),
          limits: multiplyLimits(perAddress, times),
        })),
      ],
      now,
    );
    if (!taken.allowed) throw refusedUntil(taken.retryAt, now);
    const code = lettersOf(userCode);
    const request = await requests.find(hostname, code);
    const client = clients.find(({ id }) => id === request?.clientId);
    if (!request || !client) throw new Refused('NOT_FOUND');
    const shown = shownOf(client, request, principal);
    const decision = await decide(principal, { client, request, hostname, consent, isAlwaysAsked: true });
    if (typeof decision === 'string') return { ...shown, next: decision };
    if (!(await requests.answer(hostname, code, decision, request.scopes))) throw new Refused('NOT_FOUND');
    return { ...shown, next: 'done' };
  };
