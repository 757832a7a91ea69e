import { describe, expect, test } from 'vitest';
import { aCycle, aPlan } from '../../../testing/builders.ts';
import { shapePlans } from './plan-card.ts';
import { isWaitedFor, selectionOf } from './selection.ts';

const pro = aPlan({
  id: 'pln_drive_pro',
  displayName: 'Pro',
  billingCycles: [
    aCycle({ interval: 'monthly', intervalId: 'pln_drive_pro_monthly', amount: 5950 }),
    aCycle({ interval: 'yearly', intervalId: 'pln_drive_pro_yearly', amount: 59976 }),
  ],
});
const contact = aPlan({ id: 'pln_drive_enterprise', contactForPricing: true, billingCycles: [], hasTrial: false });
const cards = shapePlans([aPlan({ isCurrent: true }), pro, contact], 'pln_drive_starter_yearly');

describe('what ?plan= preselects', () => {
  test.each([
    ['pln_drive_pro', 'pln_drive_pro_yearly', false],
    ['pln_drive_pro_monthly', 'pln_drive_pro_monthly', false],
    ['pln_drive_pro_yearly', 'pln_drive_pro_yearly', false],
    ['pln_drive_pro_trial', 'pln_drive_pro_trial', true],
    ['pln_drive_starter', 'pln_drive_starter_monthly', false],
    ['pln_drive_starter_monthly', 'pln_drive_starter_monthly', false],
  ])('[DR-01] %s → %s', (asked, id, trial) => {
    expect(selectionOf(cards, asked)).toMatchObject({ id, trial });
  });

  test.each([
    null,
    undefined,
    '',
    'pln_nobody',
    'pln_drive_starter_yearly',
    'pln_drive_starter_trial',
    'pln_drive_enterprise',
  ])('[DR-01] %s is ignored', (asked) => {
    expect(selectionOf(cards, asked)).toBeNull();
  });
});

const toBasic = {
  planId: 'pln_drive_free',
  planName: 'Basic',
  interval: 'free',
  customBilling: false,
  applyAt: '2027-01-10T00:00:00Z',
  trialId: null,
} as const;

test.each([
  ['what waits', 'pln_drive_free', 0, toBasic, true],
  ['another plan', 'pln_drive_tiny', 0, toBasic, false],
  ['what costs something, which can be had today', 'pln_drive_free', 999, toBasic, false],
  ['nothing waits', 'pln_drive_free', 0, null, false],
] as const)('[DR-05] ordered already: %s', (_, planId, amountCents, change, waits) => {
  expect(isWaitedFor({ planId }, { interval: 'free', amountCents }, change)).toBe(waits);
});
