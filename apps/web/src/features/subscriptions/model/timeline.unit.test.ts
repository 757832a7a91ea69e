import { describe, expect, test } from 'vitest';
import { aQuote } from '../../../testing/builders.ts';
import { timeline } from './timeline.ts';

const situation = {
  quote: aQuote(),
  trial: false,
  autoRenew: true,
  free: false,
  interval: 'yearly',
  storage: '50 GB',
  changesExisting: false,
} as const;
const on = '2027-01-10T00:00:00Z';
const starts = { kind: 'starts', storage: '50 GB' };

describe('what happens when', () => {
  test.each([
    ['a yearly plan', {}, [starts, { kind: 'charged', on, cents: 32462, interval: 'yearly' }, { kind: 'mail' }]],
    ['a monthly plan', { interval: 'monthly' }, [starts, { kind: 'charged', on, cents: 32462, interval: 'monthly' }]],
    ['without auto-renew', { autoRenew: false }, [starts, { kind: 'ends', on }]],
    ['a free plan', { free: true, quote: aQuote({ renewalCents: null }) }, [starts, { kind: 'renews-free', on }]],
    [
      'a paid plan whose charge is not known',
      { quote: aQuote({ renewalCents: null }) },
      [starts, { kind: 'renews', on }],
    ],
    [
      'a trial',
      { trial: true, autoRenew: false, changesExisting: true },
      [{ kind: 'trial-starts' }, { kind: 'trial-ends', on, resumes: true }],
    ],
    [
      'a change for later',
      { quote: aQuote({ scheduledFor: on, renewalCents: null, newPeriodEnd: null }) },
      [{ kind: 'starts-later', on }],
    ],
    [
      'money back',
      { quote: aQuote({ creditAdded: 4156, newPeriodEnd: null }) },
      [starts, { kind: 'credit', cents: 4156 }],
    ],
  ] as const)('[DR-04] %s', (_, facts, moments) => {
    expect(timeline({ ...situation, ...facts })).toEqual(moments);
  });
});
