import type { Receipt } from '@foyer/contract/api/receipt';
import { aCatalogue } from '@foyer/domain/testing/catalogue';
import { expect, test } from 'vitest';
import { writeBillingMail } from './billing-mails.ts';
import { billingMails, type CustomerMail, type MailSource, type SourcePart } from './billing-values.ts';

const facts: MailSource = {
  catalogue: aCatalogue(),
  firstName: 'Ada',
  receipt: {
    id: 'inv_1',
    description: 'Starter',
    amount: 100,
    taxRatePercentage: 0,
    taxPlace: '',
    coupon: null,
    items: [],
  } as unknown as Receipt,
  holding: { id: 'sub_1', product: 'drive', type: 'Trial', plan: { name: 'Starter' } },
  cardText: 'Visa •••• 4242',
  at: Date.UTC(2026, 0, 10),
  facts: {
    amountCents: 100,
    nextAt: Date.UTC(2026, 0, 13),
    end: { at: Date.UTC(2026, 0, 24), cents: 100 },
    name: 'Starter',
    answerBy: '2026-01-24',
  },
};
const parts: Readonly<Record<string, SourcePart>> = {
  receipt: 'receipt',
  holding: 'holding',
  cardText: 'card',
};
const templates = Object.keys(billingMails) as CustomerMail[];

test.each(templates)('[BY-06] %s reads the parts that its text needs, and no others', (template) => {
  const used = new Set<string>();
  const watched = new Proxy(facts, {
    get: (all, name: keyof MailSource) => {
      const part = parts[name];
      if (part) used.add(part);
      return all[name];
    },
  });
  expect(writeBillingMail(template, watched, 'en')).not.toBeNull();
  expect([...used].sort()).toEqual([...billingMails[template].reads].sort());
});
