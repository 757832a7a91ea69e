import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aSubscription } from '../../testing/builders.ts';
import { all, DRIVE, subscriptionsAre } from '../../testing/drive-answers.ts';
import { renderApp } from '../../testing/render-app.tsx';

const bill = { total: 32_462, wholePeriod: true, credit: 0, creditAdded: 0, amountDueCents: 32_462 };
const free = { ...aSubscription().plan, amount: 0 };

test.each([
  ['the card pays it', { renewalBill: bill }, 'Renews Jan 10, 2027 for $324.62 including tax'],
  [
    'credit pays all of it',
    { renewalBill: { ...bill, credit: 32_462, amountDueCents: 0 } },
    'Renews Jan 10, 2027 for $324.62 including tax · Your account credit pays all of it.',
  ],
  [
    'credit pays a part of it',
    { renewalBill: { ...bill, credit: 2462, amountDueCents: 30_000 } },
    'Renews Jan 10, 2027 for $324.62 including tax · $24.62 of it comes from your account credit.',
  ],
  [
    'a small amount from before comes with it',
    { renewalBill: { ...bill, credit: -30, amountDueCents: 32_492 } },
    'including tax · With a small amount from before, $324.92 is charged.',
  ],
  ['it lies too far ahead to say who pays', { renewalBill: null }, 'Renews Jan 10, 2027 for $324.62 including tax'],
  [
    'a trial gives more back than it costs (S7)',
    { isTrial: true, renewalCents: 0, renewalBill: { ...bill, total: -5000, creditAdded: 5000, amountDueCents: 0 } },
    'Renews Jan 10, 2027. Nothing is charged then.',
  ],
  ['it is free', { plan: free, renewalCents: null }, 'Renews Jan 10, 2027, free'],
])('[DR-02] what is charged at the end of the period, and by whom it is paid: %s', async (_title, facts, said) => {
  renderApp(DRIVE, { handlers: [all, subscriptionsAre(aSubscription(facts))] });
  const plan = within(await screen.findByRole('region', { name: /^Starter/ }));
  expect(plan.getByText(/Renews/).textContent).toMatch(new RegExp(`${said.replaceAll(/[.$·]/g, '\\$&')}$`));
});
