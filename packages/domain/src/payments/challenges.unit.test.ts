import { HOUR_MS, MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import { describe, expect, test } from 'vitest';
import { runDue } from '../renewals/run-due.ts';
import { CHALLENGE_TIMEOUT_MS, dueActions } from '../state/due.ts';
import type { Attempt, BillingState } from '../state/entities.ts';
import { aContext, anAttempt, anInvoice, aState, aSubscription } from '../testing/builders.ts';
import { type AttemptOutcome, settleAttempt } from './settle.ts';

const SENT = Date.parse('2026-01-10T12:00:00Z');
const WALL = Date.parse('2026-06-01T00:00:00Z');

const withAttempt = (attempt: Partial<Attempt>, invoice: Parameters<typeof anInvoice>[0] = {}): BillingState =>
  aState({
    attempts: [anAttempt({ status: 'sending', sentAt: SENT, leaseUntil: WALL, ...attempt })],
    invoices: [anInvoice(invoice)],
    subscriptions: [aSubscription()],
  });

const settled = (state: BillingState, outcome: AttemptOutcome) =>
  settleAttempt(state, 'att_1', outcome, aContext({ now: SENT }), WALL).writes;

const asks: AttemptOutcome = { kind: 'requires_action', intentRef: 'pi_1' };
const works: AttemptOutcome = { kind: 'processing', intentRef: 'pi_1' };

describe('[INV-10] the rank of an undecided attempt only rises', () => {
  test.each<[Attempt['status'], AttemptOutcome, Attempt['status'] | null]>([
    ['sending', asks, 'requires_action'],
    ['sending', works, 'processing'],
    ['requires_action', asks, null],
    ['requires_action', works, 'processing'],
    ['processing', asks, null],
    ['processing', works, null],
    ['succeeded', asks, null],
    ['declined', works, null],
    ['canceled', works, null],
  ])('%s, and then %o: %s', (status, outcome, after) => {
    const { attempts, invoices, ledger } = settled(withAttempt({ status }), outcome);
    expect(attempts.map((attempt) => attempt.status)).toEqual(after === null ? [] : [after]);
    expect([invoices, ledger]).toEqual([[], []]);
  });

  test('a challenge has no lease; a payment in processing is polled every five minutes', () => {
    expect(settled(withAttempt({}), asks).attempts[0]).toMatchObject({ leaseUntil: null, gatewayIntentRef: 'pi_1' });
    expect(settled(withAttempt({}), works).attempts[0]?.leaseUntil).toBe(WALL + 5 * MINUTE_MS);
  });
});

describe('a challenge ends after 23 h', () => {
  const open = withAttempt({ status: 'requires_action', leaseUntil: null });
  const over = SENT + CHALLENGE_TIMEOUT_MS;

  test('counted by the clock of the account, to the millisecond', () => {
    expect(CHALLENGE_TIMEOUT_MS).toBe(23 * HOUR_MS);
    const early = runDue(open, aContext({ now: over - 1 }), WALL);
    expect(early.action?.kind).not.toBe('challenge_end');
    const due = runDue(open, aContext({ now: over }), WALL);
    expect(due).toMatchObject({ action: { kind: 'challenge_end', at: over, id: 'att_1' }, attemptId: 'att_1' });
    expect(due.writes.attempts).toMatchObject([{ status: 'requires_action', leaseUntil: WALL + MINUTE_MS }]);
  });

  test('it is not due while a process is ending it', () => {
    const ending = withAttempt({ status: 'requires_action', leaseUntil: WALL });
    expect(dueActions(ending, aContext()).map(({ kind }) => kind)).not.toContain('challenge_end');
  });
});

describe('canceled: ended before anything was charged', () => {
  const canceled: AttemptOutcome = { kind: 'canceled', intentRef: 'pi_1' };

  test('S2: a purchase is void and its subscription expires', () => {
    const state = aState({
      attempts: [anAttempt({ status: 'requires_action', leaseUntil: null })],
      invoices: [anInvoice({ reason: 'create' })],
      subscriptions: [aSubscription({ status: 'incomplete' })],
    });
    const writes = settled(state, canceled);
    expect(writes.attempts).toMatchObject([{ status: 'canceled' }]);
    expect(writes.invoices.map(({ status }) => status)).toEqual(['void']);
    expect(writes.subscriptions.map(({ status }) => status)).toEqual(['incomplete_expired']);
    expect(writes.mails).toEqual([]);
  });

  test('an open receipt is unchanged: no mail, no slot, no step of the timetable', () => {
    const state = withAttempt(
      { status: 'requires_action', leaseUntil: null },
      { reason: 'renewal', nextAttemptAt: SENT + HOUR_MS },
    );
    const writes = settled(state, canceled);
    expect(writes.invoices).toMatchObject([{ status: 'open', nextAttemptAt: SENT + HOUR_MS, overdueAt: null }]);
    expect([writes.subscriptions, writes.mails]).toEqual([[], []]);
  });
});
