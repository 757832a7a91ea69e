import type { AccountId } from '@foyer/contract/vocabulary/ids';
import { DAY_MS, type Instant } from '@foyer/contract/vocabulary/instants';
import { addMonths } from '@foyer/domain/dates/months';
import type { Platform } from '../platform.ts';
import { Refused } from '../refused.ts';
import type { Clock, ClockStore } from './ports.ts';

/** Longest advance of one call. */
const MAX_MONTHS = 25;

const ONE_WAY = 'Send exactly one of to, by and until.';

export interface AdvanceRequest {
  readonly to?: string | undefined;
  readonly by?: string | undefined;
  readonly until?: 'next_renewal' | undefined;
}

export const viewClock = (clock: Clock) => ({ status: clock.status, now: new Date(clock.frozenAt).toISOString() });

const addDuration = (at: Instant, duration: string): Instant => {
  const amount = Number(duration.slice(1, -1));
  if (duration.endsWith('D')) return at + amount * DAY_MS;
  return addMonths(at, duration.endsWith('Y') ? amount * 12 : amount);
};

const targetOf = async (
  clock: Clock,
  accountId: AccountId,
  request: AdvanceRequest,
  clocks: ClockStore,
): Promise<Instant> => {
  const [, second] = (['to', 'by', 'until'] as const).filter((way) => request[way] !== undefined);
  if (second !== undefined) throw new Refused('INVALID_REQUEST', { field: second, message: ONE_WAY });
  if (request.to !== undefined) return Date.parse(request.to);
  if (request.by !== undefined) return addDuration(clock.frozenAt, request.by);
  if (request.until === undefined) throw new Refused('INVALID_REQUEST', { field: 'by', message: ONE_WAY });
  return (await clocks.nextRenewal(accountId)) ?? addMonths(clock.frozenAt, 1);
};

/** Requests an advance of the clock (BY-07). The worker makes it, so that a crash only delays it. */
export const makeRequestAdvance =
  ({ kick }: Platform, clocks: ClockStore) =>
  async (accountId: AccountId, request: AdvanceRequest): Promise<void> => {
    const clock = await clocks.ofAccount(accountId);
    if (!clock) throw new Refused('NOT_FOUND');
    if (clock.status === 'advancing') throw new Refused('CLOCK_BUSY');
    const to = await targetOf(clock, accountId, request, clocks);
    if (to < clock.frozenAt || to > addMonths(clock.frozenAt, MAX_MONTHS))
      throw new Refused('INVALID_REQUEST', { field: 'to' });
    if (!(await clocks.startAdvance(clock.id, to))) throw new Refused('CLOCK_BUSY');
    kick();
  };

/** Limit of steps. It stops a rule that schedules itself without end, which would block the worker. */
const MAX_STEPS = 10_000;

/**
 * Lives through the time up to `to`: to the instant of the earliest due action, that action, and on, so that one big
 * jump does what many small ones do (I27).
 */
export const makeAdvanceTo =
  (clocks: ClockStore, runAccount: (accountId: AccountId, at: Instant) => Promise<boolean>) =>
  async (clock: Pick<Clock, 'id' | 'frozenAt'>, to: Instant): Promise<void> => {
    let at = clock.frozenAt;
    for (let steps = 0; steps < MAX_STEPS; steps += 1) {
      const due = await clocks.earliestDue(clock.id, to);
      if (!due) {
        await clocks.moveTo(clock.id, to);
        return;
      }
      // Work that became due only after an earlier step runs at the time of that step, because the clock never moves back.
      at = Math.max(due.at, at);
      await clocks.moveTo(clock.id, at);
      await runAccount(due.accountId, at);
    }
    throw new Error(
      `clock ${clock.id}: ${MAX_STEPS} steps of due work ended at ${new Date(at).toISOString()}, before ${new Date(to).toISOString()}`,
    );
  };

/**
 * Moves one advancing clock to its target; false if none advances. After a crash the lease expires and the next turn
 * continues.
 */
export const makeAdvanceClocks =
  ({ onFault }: Platform, clocks: ClockStore, advanceTo: ReturnType<typeof makeAdvanceTo>) =>
  async (): Promise<boolean> => {
    const clock = await clocks.claimAdvancing();
    if (clock?.advanceTo == null) return false;
    try {
      await advanceTo(clock, clock.advanceTo);
      await clocks.finish(clock.id, 'ready');
    } catch (error) {
      await clocks.finish(clock.id, 'failed');
      onFault(error, `clock ${clock.id}`);
    }
    return true;
  };
