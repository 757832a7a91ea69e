import { expect, test } from 'vitest';
import { addressPath, cardPath, pathToReview } from './setup-paths.ts';

const REVIEW = '/subscriptions/drive?plan=x&r=newuser&step=review';
const BACK = encodeURIComponent(REVIEW);
const lacksAll = { paid: true, country: null, hasCard: false, canAddPaymentMethod: true };

test.each([
  ['without address and card: the address first, as a step', {}, `/address?returnPath=${BACK}&r=newuser`],
  ['with an address: the card', { country: 'US' }, `/payments/method?returnPath=${BACK}&r=newuser`],
  ['where cards are not taken: the review', { country: 'DE' }, REVIEW],
  ['who may not add a card', { country: 'US', canAddPaymentMethod: false }, REVIEW],
  ['who has both', { country: 'US', hasCard: true }, REVIEW],
  [
    'a trial that needs an address: its step, and no card',
    { paid: false, screened: true },
    `/address?returnPath=${BACK}&r=newuser&next=review`,
  ],
  [
    'an account that has a card: the address alone',
    { hasCard: true },
    `/address?returnPath=${BACK}&r=newuser&next=review`,
  ],
  ['a trial that needs nothing', { paid: false }, REVIEW],
  ['while nobody knows the address', { country: undefined, screened: true }, REVIEW],
])('[AD-02] [PM-05] onboarding, %s', (_, situation, path) => {
  expect(pathToReview(REVIEW, { ...lacksAll, ...situation })).toBe(path);
});

test('[AD-02] [PM-05] from the review of somebody new: by the card only where one is needed', () => {
  expect(addressPath(REVIEW)).toBe(`/address?returnPath=${BACK}&r=newuser`);
  expect(addressPath(REVIEW, false)).toBe(`/address?returnPath=${BACK}&r=newuser&next=review`);
});

test('[AD-02] nobody else is sent through Setup', () => {
  const review = '/subscriptions/drive?plan=x&step=review';
  expect(pathToReview(review, lacksAll)).toBe(review);
  expect(addressPath(review)).toBe(`/address?returnPath=${encodeURIComponent(review)}`);
  expect(cardPath(`${review}&r=newuserx`)).not.toContain('&r=');
});
