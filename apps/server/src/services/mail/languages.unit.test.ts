import type { Receipt } from '@foyer/contract/api/receipt';
import { type Language, languages } from '@foyer/contract/vocabulary/languages';
import type { SecurityMail } from '@foyer/contract/vocabulary/record-words';
import { aCatalogue } from '@foyer/domain/testing/catalogue';
import { describe, expect, test } from 'vitest';
import { demoVendor } from '../../../test/demo-vendor.ts';
import { wordsOf } from '../../../test/words-of.ts';
import { mailBrand } from '../../brands.ts';
import { writeBillingMail } from './billing-mails.ts';
import {
  type BillingValues,
  billingMails,
  type CustomerMail,
  type Formats,
  type Holding,
  type MailSource,
} from './billing-values.ts';
import { renderMail } from './layout.ts';
import type { SecurityMailJob } from './ports.ts';
import { writeSecurityMail } from './security-mails.ts';
import type { MailText } from './texts/mail-text.ts';
import { mailTexts } from './texts/texts.ts';

const templates = Object.keys(billingMails) as CustomerMail[];

/** Formats whose results are the same in every language and easy to find in a text. */
const formats: Formats = {
  day: (at) => `‹day ${at}›`,
  money: (cents) => `‹${cents} cents›`,
  percent: (rate) => `‹${rate}›`,
  decline: (_code, message) => message,
  description: (text) => text,
};

const paidReceipt = {
  id: 'inv_1',
  amount: 700,
  description: '‹what›',
  processedDate: '2026-01-10',
  cardBrand: '‹brand›',
};
const holding: Holding = { id: 'sub_1', product: 'drive', type: 'Credit Card', plan: { name: '‹plan›' } };
const source = (parts: Partial<MailSource>, facts: MailSource['facts']): MailSource => ({
  catalogue: aCatalogue(),
  firstName: '',
  receipt: { ...paidReceipt, cardLast4: '4242' } as Receipt,
  holding,
  cardText: '‹card›',
  at: 1,
  ...parts,
  facts: { amountCents: 300, nextAt: 1, name: '‹name›', cardBrand: 'visa', cardLast4: '0341', ...facts },
});

/** Changes of a source that lead to other sentences, at least one for each branch of a text. */
const changes: readonly [Partial<MailSource>, MailSource['facts']][] = [
  [{}, {}],
  [{ receipt: null }, {}],
  [{ receipt: { ...paidReceipt, cardLast4: null } as Receipt }, {}],
  [{ receipt: { ...paidReceipt, amount: 0, cardLast4: null } as Receipt }, {}],
  [{ holding: { ...holding, isLegacy: true } }, {}],
  ...(['Trial', 'Promotion', 'Prepaid'] as const).map((type): [Partial<MailSource>, object] => [
    { holding: { ...holding, type } },
    {},
  ]),
  [{ cardText: null }, {}],
  [{}, { amountCents: 0 }],
  [{}, { dueCents: 0 }],
  [{}, { dueCents: 200 }],
  [{}, { addedCents: 100 }],
  [{}, { replaces: '‹replaced›' }],
  [{}, { starts: '‹next›' }],
  [{}, { blockedBy: 'no_card' }],
  [{}, { blockedBy: 'card_country' }],
  [{}, { blockedBy: 'declined_card', ifUnpaid: { kind: 'pauses', at: 4 }, isReminder: true }],
  [{}, { blockedBy: 'card_country', ifUnpaid: { kind: 'pauses', at: 4 } }],
  [{}, { blockedBy: 'card_country', ifUnpaid: { kind: 'ends', at: 4 } }],
  [{}, { correctsMailOf: 3 }],
  [{}, { nextAt: null }],
  [{}, { failureMessage: '‹reason›' }],
  [{}, { cardLast4: null }],
  [{}, { answerBy: '2026-11-24' }],
  [{}, { end: null }],
  [{}, { end: { at: 2 } }],
  ...[null, 0, 400].map((cents): [object, MailSource['facts']] => [{}, { end: { at: 2, cents } }]),
];

/** Values of a mail for every pair of changes, without repetitions. */
const variants = <T extends CustomerMail>(template: T): BillingValues[T][] => {
  const found = new Map<string, BillingValues[T]>();
  for (const [index, [parts, facts]] of changes.entries())
    for (const [otherParts, otherFacts] of changes.slice(index)) {
      const both = source({ ...parts, ...otherParts }, { ...facts, ...otherFacts });
      const values = billingMails[template].values(both, formats);
      if (values) found.set(JSON.stringify(values), values);
    }
  return [...found.values()];
};

const billingTexts = <T extends CustomerMail>(template: T, language: Language): MailText[] =>
  variants(template).map((values) => mailTexts[language].billing[template](values));

const textsIn = (language: Language): ReadonlyMap<string, string> =>
  wordsOf({
    ...mailTexts[language],
    billing: Object.fromEntries(templates.map((template) => [template, billingTexts(template, language)])),
  });

/** Texts that are the same in both languages. */
const same = ['/facts/passkey'];

test('[BY-05] no text of a mail is missing in German or left in English', () => {
  const english = textsIn('en');
  const german = textsIn('de');
  expect([...german.keys()]).toEqual([...english.keys()]);
  expect([...english].filter(([key, text]) => german.get(key) === text).map(([key]) => key)).toEqual(same);
});

test('[BY-05] a German text has the same names, days and amounts as the English one', () => {
  const names = (text: string) => [...new Set(text.match(/a1|b2|c3|‹[^›]*›/g))].sort();
  const german = textsIn('de');
  for (const [key, text] of textsIn('en')) expect(names(german.get(key) ?? ''), key).toEqual(names(text));
});

test('[BY-05] German mails say “Sie”', () => {
  for (const [key, text] of textsIn('de')) expect(text, key).not.toMatch(/\b(du|dein\w*|dir|dich)\b/i);
});

const EVIL = '<script>alert("x")</script>\r\nBcc: eve@example.org';

const evil: MailSource = {
  catalogue: aCatalogue(),
  firstName: EVIL,
  receipt: {
    id: 'inv_1',
    invoice: 'R-000042',
    description: EVIL,
    processedDate: '2026-01-10T00:00:00Z',
    amount: 26_463,
    subtotal: 29_988,
    tax: 2474,
    taxRatePercentage: 8.25,
    taxPlace: 'Boston MA',
    coupon: { code: EVIL, discount: 2999 },
    creditTendered: 3000,
    creditAdded: 0,
    cardBrand: 'visa',
    cardLast4: '4242',
    items: [{ quantity: 1, description: EVIL, amount: 29_988, amountCents: 29_988 }],
  } as unknown as Receipt,
  holding: { id: 'sub_1', product: 'drive', type: 'Trial', plan: { name: EVIL } },
  cardText: 'Visa •••• 4242',
  at: Date.UTC(2026, 0, 10),
  facts: {
    amountCents: 32_462,
    dueCents: 30_000,
    addedCents: 100,
    replaces: EVIL,
    nextAt: Date.UTC(2026, 0, 13),
    end: { at: Date.UTC(2026, 6, 10, 12), cents: 32_462 },
    name: EVIL,
    answerBy: '2026-11-24',
    failureMessage: EVIL,
    failureCode: null,
  },
};

const cases = languages.flatMap((language) => (['scope', 'drive'] as const).map((brand) => ({ language, brand })));

/** Checks that a mail is harmless and complete, with any text of a customer or a browser in its facts. */
const expectHarmless = (mail: ReturnType<typeof renderMail>, language: Language): void => {
  expect(mail.html).toContain(`<html lang="${language}">`);
  expect(mail.html).not.toContain('<script');
  expect(mail.html, 'a button without a label').not.toMatch(/<a [^>]*><\/a>/);
  expect(mail.subject).not.toMatch(/[\r\n]/);
  expect(mail.subject).not.toBe('');
  for (const part of [mail.subject, mail.text, mail.html]) expect(part).not.toMatch(/undefined|\[object|NaN|null/);
  const footer = language === 'de' ? 'Fragen? Schreiben Sie an' : 'Questions? Write to';
  for (const part of [mail.text, mail.html]) expect(part).toContain(footer);
};

describe.each(cases)('[BY-05, BY-06] $brand in $language, with hostile names', ({ language, brand }) => {
  const mailedBrand = mailBrand(demoVendor, brand, 'https://portal.example');

  test.each(templates)('%s', (template) => {
    const content = writeBillingMail(template, evil, language);
    if (!content) throw new Error('nothing was written');
    const mail = renderMail(content, mailedBrand, language);
    expectHarmless(mail, language);
    expect(mail.text).toContain(`${EVIL}${language === 'de' ? '!' : ','}`);
    expect(mail.html).toContain('&lt;script&gt;');
  });

  test.each(Object.keys(mailTexts.en.security) as SecurityMail[])('%s', (template) => {
    const job: SecurityMailJob = {
      kind: 'security',
      template,
      accountId: 'acc_1',
      to: 'ada@example.org',
      firstName: EVIL,
      language,
      brand,
      at: Date.parse('2026-01-10T12:34:00Z'),
      emailTokenId: null,
      facts: { device: EVIL, newEmail: EVIL, oldEmail: EVIL, passkey: EVIL, codesLeft: EVIL, creditCents: '1200' },
    };
    const mail = renderMail(writeSecurityMail(job, 'emt_01.secret', language), mailedBrand, language);
    expectHarmless(mail, language);
    expect(mail.html).toContain('&lt;script&gt;');
    expect(mail.text).toMatch(language === 'de' ? /Wann: 10\. Jan\. 2026, 12:34 UTC/ : /When: Jan 10, 2026, 12:34 UTC/);
    expect(mail.text).toMatch(language === 'de' ? /12,00\s\$/ : /\$12\.00/);
  });
});

test('[BY-06] [SH-17] without a support address of the vendor, a mail names none', () => {
  const content = writeBillingMail('receipt', evil, 'en');
  const mute = { ...demoVendor, contacts: { ...demoVendor.contacts, supportEmail: null } };
  const mail = content && renderMail(content, mailBrand(mute, 'drive', 'https://portal.example'), 'en');
  expect(mail?.text).toMatch(/Arcwave Drive$/);
  for (const part of [mail?.text, mail?.html]) expect(part).not.toContain('Questions?');
});

test('[BY-05, BY-06] a receipt in German has German dates and amounts', () => {
  const receipt = { ...(evil.receipt as Receipt), description: 'Drive Starter, jährlich', coupon: null };
  const content = writeBillingMail('receipt', { ...evil, firstName: 'Ada', receipt }, 'de');
  const text = content && renderMail(content, mailBrand(demoVendor, 'drive', 'https://portal.example'), 'de').text;
  const lines = text?.replaceAll('\u00a0', ' ').split('\n');
  expect(content?.subject.replaceAll('\u00a0', ' ')).toBe('Beleg über 264,63 $: Drive Starter, jährlich');
  for (const line of [
    'Guten Tag, Ada! Dies ist Ihr Beleg für Drive Starter, jährlich.',
    'Der Betrag wurde am 10. Jan. 2026 von Visa •••• 4242 abgebucht.',
    'Beleg: R-000042',
    'Steuer, Boston MA (8,25 %): 24,74 $',
    'Kontoguthaben: −30,00 $',
    'Summe: 264,63 $',
    'Beleg ansehen: https://portal.example/receipt/inv_1',
  ])
    expect(lines).toContain(line);
});

test('[BY-05] the German reason of a declined card follows its code, because the gateway’s reason is English', () => {
  const declined = {
    ...evil.facts,
    failureMessage: 'Your card has insufficient funds.',
    failureCode: 'insufficient_funds',
  };
  const textIn = (language: Language) =>
    writeBillingMail('payment_failed', { ...evil, facts: declined }, language)?.paragraphs.join(' ');
  expect(textIn('de')).toContain('ist fehlgeschlagen. Ihre Karte ist nicht ausreichend gedeckt.');
  expect(textIn('en')).toContain('failed. Your card has insufficient funds.');
});

test('the first word of an English mail can be lower case after a name', () => {
  for (const template of templates)
    for (const { paragraphs } of billingTexts(template, 'en'))
      expect(paragraphs[0], template).not.toMatch(/^[A-Z][.A-Z]/);
});

describe('[BY-05] [BY-06] invoice texts in facts of a mail', () => {
  const starts = 'Drive Ultimate, yearly';
  const descriptionParts = { kind: 'plan', product: 'drive', plan: 'Ultimate', interval: 'yearly' } as const;
  const facts = { amountCents: 32_462, nextAt: Date.UTC(2026, 0, 13) };

  test.each([
    ['de', { starts, descriptionParts }, 'Drive Ultimate, jährlich'],
    ['en', { starts, descriptionParts }, starts],
    ['de', { starts }, starts],
  ] as const)('a notice in %s of %o names “%s”', (language, named, expected) => {
    const notice = writeBillingMail('renewal_notice', source({}, { ...facts, ...named }), language);
    expect(notice?.subject).toContain(`${expected} `);
  });

  test.each([
    ['de', { descriptionParts }, 'Drive Ultimate, jährlich'],
    ['de', {}, starts],
  ] as const)('a failed payment without a receipt in %s with %o names “%s”', (language, parts, expected) => {
    const failed = source({ receipt: null }, { ...facts, name: starts, ...parts });
    expect(writeBillingMail('payment_failed', failed, language)?.paragraphs.join(' ')).toContain(expected);
  });
});
