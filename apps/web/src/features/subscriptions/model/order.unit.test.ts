import { describe, expect, test } from 'vitest';
import { aPlan } from '../../../testing/builders.ts';
import { orderOf } from './order.ts';
import { shapePlans } from './plan-card.ts';
import { selectionOf } from './selection.ts';

const cards = shapePlans([aPlan()]);
const selectionWithId = (id: string) => {
  const selection = selectionOf(cards, id);
  if (!selection) throw new Error(`choice ${id} does not exist`);
  return selection;
};
const yearly = selectionWithId('pln_drive_starter_yearly');
const trial = selectionWithId('pln_drive_starter_trial');
const base = { id: 'pln_drive_starter', interval: 'yearly' };

describe('what is ordered', () => {
  test.each([
    ['nothing there', yearly, null, true, base],
    ['something there: a change', yearly, { id: 'sub_1' }, true, { ...base, subscriptionId: 'sub_1' }],
    ['without auto-renew', yearly, null, false, { ...base, cancelAtPeriodEnd: true }],
    ['a trial: always a new one', trial, { id: 'sub_1' }, false, { ...base, trial: true }],
    ['a trial that goes on', trial, null, true, { ...base, trial: true, transitionAtEnd: true }],
  ] as const)('[DR-05] %s', (_, selection, existing, autoRenew, order) => {
    expect(orderOf(selection, existing, autoRenew)).toEqual(order);
  });
});
