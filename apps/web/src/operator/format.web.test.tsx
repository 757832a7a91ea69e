import { screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answer } from '../testing/handlers.ts';
import { aCustomer, anEntry, leaveOperatorSite, openOperatorSite } from '../testing/open-operator-site.tsx';
import { server } from '../testing/server.ts';
import { eventText } from './customer/event-texts.ts';
import { joinWithOr, labelFor, productName } from './format.tsx';
import { actionLabels, cardLabels, mailLabels } from './record-labels.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  leaveOperatorSite();
});

test.each([
  [actionLabels, 'grant_credit', 'Credit given'],
  [cardLabels, 'card_declined', 'Card declined'],
  [mailLabels, 'card_expiring', 'Card about to expire'],
  [actionLabels, 'grant_gift_once', 'Grant gift once'],
  [actionLabels, 'constructor', 'Constructor'],
])('[OP-02] a code of the record in words, and as it was written where it has none: %#', (words, code, label) => {
  expect(labelFor(words, code)).toBe(label);
});

test('[OP-02] products by the name the vendor writes, and what is no product any more as it was written', () => {
  expect(['iot', 'scope', 'old_thing'].map(productName)).toEqual(['IoT', 'Scope', 'Old thing']);
});

test('[BY-05] one of several, joined as the language joins them', () => {
  expect(joinWithOr(['support', 'billing'])).toBe('support or billing');
  vi.stubEnv('FOYER_LANGUAGE', 'de');
  expect(joinWithOr(['Support', 'Abrechnung'])).toBe('Support oder Abrechnung');
});

test('[OP-02] what happened is said in words: kind, event, who did it and what was answered', async () => {
  const entries = [
    anEntry({ id: 'e1', method: 'password_recovery_code', note: '192.0.2.1' }),
    anEntry({
      id: 'e2',
      kind: 'payment',
      type: 'requires_action',
      actor: 'system',
      amountCents: 3220,
      subject: 'R-000004',
    }),
    anEntry({ id: 'e3', kind: 'consent', type: 'no', subject: 'usage-data' }),
    anEntry({ id: 'e4', kind: 'review', type: 'opened', actor: 'system', note: 'The screening asks for a review' }),
    anEntry({ id: 'e5', kind: 'operator', type: 'resend_mail', actor: 'customer', note: 'asked for it' }),
    anEntry({ id: 'e6', type: 'mfa_disabled', actor: 'jo-ann@vendor.example' }),
  ];
  server.use(
    answer('GET /api/operator/customers/:accountId', aCustomer()),
    answer('GET /api/operator/customers/:accountId/timeline', { entries, nextCursor: null }),
  );
  openOperatorSite('/customers/acc_1', 'support');
  const list = within(await screen.findByRole('region', { name: 'Activity' }));
  const texts = (await list.findAllByRole('listitem')).map(({ textContent }) => textContent);
  const moment = 'Nov 20, 2026, 06:12 UTC';
  expect(texts).toEqual([
    `Sign-in and security: Signed inPassword and recovery code192.0.2.1${moment} · Customer`,
    `Payment of $32.20 waits for the customer's bank${moment} · System · R-000004`,
    `Usage data: the customer said no${moment} · Customer`,
    `Export review openedThe screening asks for a review${moment} · System`,
    // a name is a name
    `Operator: Email sent againasked for it${moment} · customer`,
    `Sign-in and security: Two-step turned off${moment} · jo-ann@vendor.example`,
  ]);
});

test.each([
  ['subscription', 'activated', 'Drive Starter started'],
  ['subscription', 'recovered', 'Overdue payment for Drive Starter received'],
  ['subscription', 'of_later', 'Of later Drive Starter'],
  ['invoice', 'renewal', '$32.20 billed for a renewal'],
  ['invoice', 'void', 'Bill of $32.20 voided'],
  ['payment', 'declined', 'Payment of $32.20 declined'],
  ['payment', 'card_succeeded', 'Card saved'],
  ['refund', 'succeeded', 'Refund of $32.20 succeeded'],
  ['operator', 'grant_credit', 'Credit given: $32.20'],
] as const)('[OP-02] an event is a sentence: %s %s', (kind, type, text) => {
  expect(eventText(anEntry({ kind, type, amountCents: 3220 }), 'Drive Starter')).toBe(text);
});

test('[OP-02] an event of a subscription that the page does not know names no id', () => {
  const entry = anEntry({ kind: 'subscription', type: 'renewed', subject: 'sub_unknown' });
  expect(eventText(entry, null)).toBe('A subscription renewed');
});
