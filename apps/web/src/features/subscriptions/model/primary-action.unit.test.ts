import { describe, expect, test } from 'vitest';
import { mayNotSubmit, primaryAction } from './primary-action.ts';

describe('the one button of the review', () => {
  test.each([
    [true, 32462, true, { kind: 'start-trial', days: 14 }],
    [true, 0, false, { kind: 'start-trial', days: 14 }],
    [false, 32462, true, { kind: 'pay', cents: 32462 }],
    [false, 1, false, { kind: 'pay', cents: 1 }],
    [false, 0, true, { kind: 'confirm-change' }],
    [false, 0, false, { kind: 'subscribe' }],
  ])('[DR-04] trial %s, due %i, existing %s', (trial, amountDueCents, changesExisting, action) => {
    expect(primaryAction({ trial, trialDays: 14, amountDueCents, changesExisting, payable: true })).toEqual(action);
  });

  test.each([
    [false, 29988, { kind: 'no-card-pays' }],
    [false, 0, { kind: 'subscribe' }],
    [true, 0, { kind: 'start-trial', days: 14 }],
  ])('[PM-03] where no card pays: trial %s, due %i', (trial, amountDueCents, action) => {
    expect(primaryAction({ trial, trialDays: 14, amountDueCents, changesExisting: false, payable: false })).toEqual(
      action,
    );
  });

  test.each([
    [false, 32462, true, { kind: 'add-card', to: '/card' }],
    [false, 0, true, { kind: 'add-card', to: '/card' }],
    [false, 0, false, { kind: 'add-card', to: '/card' }],
    [true, 0, false, { kind: 'start-trial', days: 14 }],
  ])('[SU-06] a card is missing: trial %s, due %i, existing %s', (trial, amountDueCents, changesExisting, action) => {
    const facts = { trial, trialDays: 14, amountDueCents, changesExisting, payable: true, cardPath: '/card' };
    expect(primaryAction(facts)).toEqual(action);
  });

  test('[SU-06] without address and card, the address is asked for first', () => {
    const facts = { trial: false, trialDays: 14, amountDueCents: 1, changesExisting: false, payable: true };
    expect(primaryAction({ ...facts, addressPath: '/address', cardPath: '/card' })).toEqual({
      kind: 'add-address',
      to: '/address',
    });
  });

  const ready = { processing: false, quoted: true, trial: false, paymentMethodRequired: true, hasCard: true };
  test.each([
    ['everything is there', {}, false],
    ['while processing', { processing: true }, true],
    ['before the amount is known', { quoted: false }, true],
    ['a card is needed and there is none', { hasCard: false }, true],
    ['there is one, but it pays nothing from there', { payable: false }, true],
    ['no card, but a trial', { hasCard: false, trial: true }, false],
    ['no card, but a free plan', { hasCard: false, paymentMethodRequired: false }, false],
  ])('[SU-06] %s', (_, facts, disabled) => {
    expect(mayNotSubmit({ ...ready, ...facts })).toBe(disabled);
  });
});
