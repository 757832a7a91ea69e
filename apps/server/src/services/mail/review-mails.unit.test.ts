import type { MailFacts, UpcomingEnd } from '@foyer/domain/state/mail-job';
import { aCatalogue } from '@foyer/domain/testing/catalogue';
import { describe, expect, test } from 'vitest';
import { writeBillingMail } from './billing-mails.ts';
import type { CustomerMail, Holding } from './billing-values.ts';
import { renderMail } from './layout.ts';

const brands = ['drive', 'scope'].map((key) => ({
  name: `Arcwave ${key}`,
  accent: '#00657c',
  accentDark: '#0a7a94',
  portalUrl: `https://${key}.vendor.example`,
  supportEmail: 'support@vendor.example',
  markPicture: null,
}));
const [drive] = brands;
if (!drive) throw new Error('two brands');

const holding: Holding = { id: 'sub_1', product: 'drive', type: 'Promotion', plan: { name: 'Drive Starter' } };
const inJuly = (cents: number | null): UpcomingEnd => ({ at: Date.UTC(2026, 6, 10, 12), cents });

const renderedMail = (template: CustomerMail, facts: MailFacts, { brand = drive }: { brand?: typeof drive } = {}) => {
  const spoken = { catalogue: aCatalogue(), firstName: 'Ada', receipt: null, holding, cardText: null, facts, at: 0 };
  const content = writeBillingMail(template, spoken, 'en');
  return content && renderMail(content, brand, 'en');
};

describe.each(brands)('[EX-01, BY-06] $name: a mail for each step of a review', (brand) => {
  test.each<[CustomerMail, MailFacts, string]>([
    ['review_opened', { answerBy: '2026-11-24' }, 'Your account is under review'],
    ['review_cleared', {}, 'Your account review is done'],
    ['held_applied', { name: '2-series' }, '2-series is on your account now'],
    ['held_released', { name: '2-series' }, "2-series wasn't redeemed"],
    ['promotion_redeemed', { name: '2-series' }, 'Your promotion 2-series has started'],
  ])('%s', (template, facts, subject) => {
    const mail = renderedMail(template, facts, { brand });
    expect([mail?.sender, mail?.subject]).toEqual([brand.name, subject]);
    expect(mail?.text).toContain(`Go to account: ${brand.portalUrl}/\n`);
    expect(mail?.html).toContain(`href="${brand.portalUrl}/"`);
  });

  test('review_denied has no link, and the support address', () => {
    const mail = renderedMail('review_denied', {}, { brand });
    expect(mail?.text).toContain('If you think this is a mistake, contact us.');
    expect(mail?.text).toContain('support@vendor.example');
    expect(mail?.html).not.toContain('Go to account');
  });
});

test('[EX-01] review_opened has the day of the answer, and the name of the kept promotion', () => {
  const text = renderedMail('review_opened', { answerBy: '2026-11-24', name: '2-series' })?.text;
  expect(text).toContain("This takes up to two U.S. business days. We'll email you by Nov 24, 2026.");
  expect(text).toContain("We're holding 2-series for you");
  expect(renderedMail('review_opened', { answerBy: '2026-11-24' })?.text).not.toContain("We're holding");
});

describe('[PR-04] the end of the free time', () => {
  test.each([
    ['it goes on', inJuly(32_462), 'Then Drive Starter renews for $324.62, tax included'],
    ['it ends', inJuly(null), "It's free until Jul 10, 2026. It won't renew"],
    ['it never ends', null, "It's free for good"],
  ])('%s', (_what, end, words) => {
    for (const template of ['promotion_redeemed', 'held_applied'] as const)
      expect(renderedMail(template, { name: '2-series', end })?.text).toContain(words);
  });

  test('held_applied of a code that extends a subscription has no free time', () => {
    expect(renderedMail('held_applied', { name: 'A year of Starter' })?.text).not.toContain('free');
  });
});

test.each<CustomerMail>(['promotion_redeemed', 'held_applied', 'held_released'])(
  '%s: no mail without a name',
  (template) => {
    expect(renderedMail(template, {})).toBeNull();
  },
);
