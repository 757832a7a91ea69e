import { screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answer } from '../testing/handlers.ts';
import { aCustomer, anEntry, leaveOperatorSite, openOperatorSite } from '../testing/open-operator-site.tsx';
import { server } from '../testing/server.ts';
import { joinWithOr, labelFor, productName } from './format.tsx';
import { actionLabels, eventLabels, mailLabels } from './record-labels.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  leaveOperatorSite();
});

test.each([
  [actionLabels, 'grant_credit', 'Credit given'],
  [eventLabels.payment, 'card_declined', 'Card declined'],
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
    anEntry({ id: 'e2', kind: 'payment', type: 'requires_action', actor: 'system', amountCents: 3220 }),
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
    `Sign-in and security: Signed in Password and recovery code192.0.2.1${moment} · Customer`,
    `Payment: Waits for the customer's bank $32.20${moment} · System`,
    `Consent: No ${moment} · CustomerUsage data`,
    `Export review: Opened The screening asks for a review${moment} · System`,
    // a name is a name
    `Operator: Email sent again asked for it${moment} · customer`,
    `Sign-in and security: Two-step turned off ${moment} · jo-ann@vendor.example`,
  ]);
});
