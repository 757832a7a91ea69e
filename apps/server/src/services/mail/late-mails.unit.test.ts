import { DAY_MS } from '@foyer/contract/vocabulary/instants';
import type { MailJob } from '@foyer/domain/state/mail-job';
import { expect, test } from 'vitest';
import { demoVendor } from '../../../test/demo-vendor.ts';
import { mailBrand } from '../../brands.ts';
import { makeSendMail, type SendMailDependencies } from './send-mail.ts';

const ENDS = Date.parse('2026-01-24T12:00:00.000Z');
const caused = { at: ENDS - 7 * DAY_MS, accountId: 'acc_1', invoiceId: null, subscriptionId: 'sub_1' } as const;
const heldPlan = { planId: 'pln_a', source: 'trial', status: 'trialing' } as const;

const send = async (
  template: MailJob['template'],
  waitedMs: number,
  facts: MailJob['facts'] = { nextAt: ENDS, held: heldPlan },
): Promise<string[]> => {
  const subjects: string[] = [];
  const plans = [
    { id: 'pln_a', name: 'Drive Pro', isBasic: false },
    { id: 'pln_b', name: 'Drive Ultimate', isBasic: false },
  ];
  const sendMail = makeSendMail({
    recipient: async () => ({ email: 'ada@vendor.example', firstName: 'Ada', language: 'en', brand: 'drive' }),
    readReceipt: async () => null,
    // Current state: converted, and another plan.
    heldRow: async (_accountId, id) => ({ id, product: 'drive', planId: 'pln_b', source: 'card', status: 'active' }),
    catalogueIn: () =>
      ({ families: [], plans, prices: [] }) as unknown as ReturnType<SendMailDependencies['catalogueIn']>,
    readCard: async (): Promise<{ brand: string; last4: string }> => ({ brand: 'visa', last4: '4242' }),
    linkSecret: (id) => id,
    brand: (key) => mailBrand(demoVendor, key, 'https://portal.example'),
    operatorBrand: 'scope',
    transport: { send: async ({ subject }) => void subjects.push(subject) },
    salesEmail: null,
  });
  await sendMail('job_1', { ...caused, template, facts }, waitedMs);
  return subjects;
};

test.each([
  ['at once', 0, 1],
  ['a moment before the day', 7 * DAY_MS - 1, 1],
  ['on the day', 7 * DAY_MS, 0],
])('[BY-06] a mail that announces a day, written %s: %i mails', async (_when, waitedMs, mails) => {
  expect(await send('ending_notice', waitedMs)).toHaveLength(mails);
  expect(await send('card_expiring', waitedMs)).toHaveLength(mails);
});

test('[BY-06] a mail about a past event is sent after any delay', async () => {
  expect(await send('subscription_ended', 30 * DAY_MS)).toHaveLength(1);
});

test('[BY-06] a mail names the plan at the time of its cause, not the current one', async () => {
  expect(await send('ending_notice', 0)).toEqual(['Your Drive Pro trial ends on Jan 24, 2026']);
  expect(await send('subscription_ended', 0, {})).toEqual(['Drive Ultimate has ended']);
});
