import { expect, test } from 'vitest';
import { aCycle, aPlan } from '../../../testing/builders.ts';
import { shapePlans } from './plan-card.ts';
import { explainUnavailableChoice } from './unavailable-choice.ts';

const yearly = 'pln_drive_starter_yearly';
const enterprise = { id: 'pln_drive_enterprise', contactForPricing: true, billingCycles: [], hasTrial: false };
const plans = [
  aPlan({ isCurrent: true, hasTrial: false, billingCycles: [aCycle({ intervalId: yearly })] }),
  aPlan(enterprise),
];
const cards = shapePlans(plans, yearly);

test.each([
  ['nothing was asked for', undefined, null],
  ['the interval one has', yearly, 'held'],
  ['the plan one has, sold in one way only', 'pln_drive_starter', 'held'],
  ['a trial that is not on offer any more', 'pln_drive_starter_trial', 'trial'],
  ['a plan of another product', 'pln_scope_ultimate_yearly', 'unknown'],
  ['a trial of another product', 'pln_iot_individual_trial', 'unknown'],
  ['anything else', '<script>', 'unknown'],
  ['what is sold by people stands on the page', 'pln_drive_enterprise', null],
])('[DR-01] %s', (_, wanted, missed) => {
  expect(explainUnavailableChoice(cards, wanted, null)).toBe(missed);
});

test('[SU-04] the trial one is in is held', () => {
  expect(explainUnavailableChoice(cards, 'pln_drive_starter_trial', 'pln_drive_starter')).toBe('held');
});
