import type { TimelineEntry } from '@foyer/contract/api/operator-customers';
import { expect, test } from 'vitest';
import { groupEntries } from './group-entries.ts';

const entry = (day: number, overrides: Partial<TimelineEntry> = {}): TimelineEntry => ({
  id: `ev_${day}`,
  at: `2026-11-${day}T06:12:00.000Z`,
  kind: 'security',
  type: 'signed_in',
  actor: 'customer',
  subject: null,
  amountCents: null,
  note: null,
  method: 'password',
  ...overrides,
});

test('equal security events that follow each other become one, with the time of the oldest', () => {
  const groups = groupEntries([entry(20), entry(19), entry(18, { method: 'passkey' }), entry(17)]);
  expect(groups.map(({ entry: { id }, count, since }) => [id, count, since.slice(8, 10)])).toEqual([
    ['ev_20', 2, '19'],
    ['ev_18', 1, '18'],
    ['ev_17', 1, '17'],
  ]);
});

test('two payments of the same amount stay two', () => {
  const paid = { kind: 'payment', type: 'succeeded', amountCents: 3_220, method: null } as const;
  expect(groupEntries([entry(20, paid), entry(19, paid)]).map(({ count }) => count)).toEqual([1, 1]);
});
