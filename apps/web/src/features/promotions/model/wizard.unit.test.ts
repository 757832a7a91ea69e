import { expect, test } from 'vitest';
import { currentStep, renewsAutomatically, type Situation, setupSteps, stagesOf, type WizardStep } from './wizard.ts';

const settled: Situation = { collectPayment: true, country: 'US', hasCard: true, canAddPaymentMethod: true };

test.each<[name: string, situation: Partial<Situation>, steps: WizardStep[], start: WizardStep]>([
  ['no payment is collected', { collectPayment: false, country: null, hasCard: false }, [], 'review'],
  ['an address and a card', {}, [], 'review'],
  ['a US address without a card', { hasCard: false }, ['payment'], 'payment'],
  ['an address elsewhere, no card', { country: 'DE', hasCard: false }, [], 'review'],
  ['an address elsewhere with a card', { country: 'DE' }, [], 'review'],
  ['no address, no card', { country: null, hasCard: false }, ['address', 'payment'], 'address'],
  ['no address, but a card', { country: null }, ['address'], 'address'],
  ['an account that may not have a card', { hasCard: false, canAddPaymentMethod: false }, [], 'review'],
])('[PR-01] with %s', (_, situation, steps, start) => {
  expect(setupSteps({ ...settled, ...situation })).toEqual(steps);
  expect(currentStep({ ...settled, ...situation })).toBe(start);
});

test('[PR-01] step by step: the address, then the card in the US; elsewhere the card step goes', () => {
  const newcomer = { ...settled, country: null, hasCard: false };
  expect(currentStep(newcomer)).toBe('address');
  expect(currentStep({ ...newcomer, country: 'US' })).toBe('payment');
  expect(currentStep({ ...newcomer, country: 'US', hasCard: true })).toBe('review');
  expect(currentStep({ ...newcomer, country: 'FR' })).toBe('review');
});

test('[PR-01] Setup is in the tracker only where something was to be set up', () => {
  expect(stagesOf(true)).toEqual(['promotion', 'setup', 'review', 'confirmation']);
  expect(stagesOf(false)).toEqual(['promotion', 'review', 'confirmation']);
});

test.each<[collectPayment: boolean, country: string | null, on: boolean]>([
  [true, 'US', true],
  [true, 'DE', false],
  [true, null, false],
  [false, 'US', false],
])('[PR-04] collects payment %s, country %s: goes on as a paid plan %s', (collectPayment, country, on) => {
  expect(renewsAutomatically({ collectPayment, country })).toBe(on);
});
