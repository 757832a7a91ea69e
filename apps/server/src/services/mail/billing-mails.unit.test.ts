import type { Receipt } from '@foyer/contract/api/receipt';
import { aCatalogue } from '@foyer/domain/testing/catalogue';
import { expect, test } from 'vitest';
import { writeBillingMail } from './billing-mails.ts';
import type { CustomerMail, Holding, MailSource } from './billing-values.ts';
import { renderMail } from './layout.ts';

const drive = {
  name: 'Arcwave Drive',
  accent: '#00657c',
  accentDark: '#0a7a94',
  portalUrl: 'https://drive.vendor.example',
  supportEmail: 'support@vendor.example',
  markPicture: null,
};

const receipt = {
  id: 'inv_1',
  invoice: 'R-000042',
  description: 'Starter, yearly',
  processedDate: '2026-01-10T00:00:00Z',
  amount: 26463,
  subtotal: 29988,
  tax: 2474,
  taxRatePercentage: 8.25,
  taxPlace: 'Boston MA',
  coupon: { code: 'WELCOME10', discount: 2999 },
  creditTendered: 3000,
  creditAdded: 0,
  cardBrand: 'visa',
  cardLast4: '4242',
  items: [{ quantity: 1, description: 'Starter, yearly', amount: 29988, amountCents: 29988 }],
} as unknown as Receipt;

const holding: Holding = { id: 'sub_1', product: 'drive', type: 'Promotion', plan: { name: 'Starter' } };

/** Perpetual licence, of a family with maintenance. */
const licence: Holding = { ...holding, product: 'scope' };

const facts: MailSource = {
  catalogue: aCatalogue(),
  firstName: 'Ada',
  receipt,
  holding,
  cardText: 'Visa •••• 4242',
  at: Date.UTC(2026, 0, 10),
  facts: {
    amountCents: 32462,
    nextAt: Date.UTC(2026, 0, 13),
    end: { at: Date.UTC(2026, 0, 24), cents: null },
    failureMessage: 'Your card has insufficient funds.',
  },
};

const renderedMail = (template: CustomerMail, overrides: Partial<MailSource> = {}) => {
  const held = template.startsWith('maintenance_') ? { holding: licence } : {};
  const content = writeBillingMail(template, { ...facts, ...held, ...overrides }, 'en');
  return content && renderMail(content, drive, 'en');
};

test.each<[CustomerMail, string, string]>([
  ['receipt', 'Receipt for $264.63: Starter, yearly', '/receipt/inv_1'],
  ['payment_failed', "Your payment of $264.63 on Jan 10, 2026 didn't go through", '/payments/method'],
  ['payment_overdue', '$264.63 is overdue: Starter, yearly is paused', '/payments/method'],
  ['refunded', 'We refunded $324.62', '/payments?active=receipts'],
  ['recovered', 'Thank you: Starter, yearly continues', '/receipt/inv_1'],
  ['credit_paid_out', 'We paid out $324.62 of your credit', '/payments'],
  ['card_saved', 'Visa •••• 4242 is saved for your payments', '/payments'],
  ['card_expiring', 'Visa •••• 4242 expires on Jan 12, 2026', '/payments/method'],
  ['card_expired', 'Visa •••• 4242 has expired', '/payments/method'],
  ['credit_granted', 'You have $324.62 of credit', '/payments'],
  ['renewal_notice', 'Starter renews on Jan 13, 2026 for $324.62', '/subscriptions/drive'],
  ['trial_started', 'Your Starter trial has started and runs until Jan 24, 2026', '/subscriptions/drive'],
  ['subscription_ended', 'Starter has ended', '/subscriptions/drive'],
  ['request_accepted', 'We accepted your request for Starter', '/subscriptions/drive'],
  ['request_ended', 'Your request for Starter is closed', '/subscriptions/drive'],
  ['maintenance_ending', 'Maintenance for your Starter license ends on Jan 13, 2026', '/subscriptions/scope/sub_1'],
  [
    'maintenance_extended',
    'Maintenance for your Starter license is extended to Jan 13, 2026',
    '/subscriptions/scope/sub_1',
  ],
  ['ending_notice', 'Your free Starter ends on Jan 13, 2026', '/subscriptions/drive'],
])('[BY-06] %s has its subject, and a link to the host of the brand in text and HTML', (template, subject, path) => {
  const mail = renderedMail(template);
  expect([mail?.sender, mail?.subject]).toEqual(['Arcwave Drive', subject]);
  expect(mail?.text).toContain(`: https://drive.vendor.example${path}\n`);
  expect(mail?.html).toContain(`href="https://drive.vendor.example${path}"`);
});

test('[BY-06, PY-07] a mailed receipt has the lines of its page', () => {
  const { text } = renderedMail('receipt') ?? { text: '' };
  for (const line of [
    'Receipt: R-000042',
    'Starter, yearly: $299.88',
    'Subtotal: $299.88',
    'Coupon WELCOME10: −$29.99',
    'Tax, Boston MA (8.25%): $24.74',
    'Account credit: −$30.00',
    'Total: $264.63',
  ])
    expect(text.split('\n')).toContain(line);
});

test('[BY-06, PY-07] a subtotal is left out where it repeats the one item, and kept where it adds up', () => {
  const item = { quantity: 1, description: 'Starter, yearly', amount: 29988, amountCents: 29988 };
  const linesWith = (changed: Partial<Receipt>) =>
    renderedMail('receipt', { receipt: { ...receipt, coupon: null, ...changed } as Receipt })?.text;
  expect(linesWith({ items: [item] as unknown as Receipt['items'] })).not.toContain('Subtotal');
  const two = [item, { ...item, amountCents: 1000 }] as unknown as Receipt['items'];
  expect(linesWith({ items: two, subtotal: 30988 })).toContain('Subtotal: $309.88');
  expect(linesWith({ taxPlace: '' })).toContain('Tax (8.25%): $24.74');
});

test('[BY-06] a mail has the mark of its brand as a picture inside it, or the initial', () => {
  const content = writeBillingMail('receipt', facts, 'en');
  if (!content) throw new Error('nothing was written');
  const png = new Uint8Array([1]);
  const withMark = renderMail(content, { ...drive, markPicture: png }, 'en');
  expect(withMark.html).toContain('<img src="cid:mark"');
  expect(withMark.pictures).toEqual([{ id: 'mark', png }]);
  const without = renderMail(content, drive, 'en');
  expect(without.html).toContain('text-align:center">A</td>');
  expect([without.html.includes('<img'), without.pictures]).toEqual([false, []]);
});

test('[BY-06, MA-03] the mail about extended maintenance has the receipt, and no charge if a code paid', () => {
  const text = renderedMail('maintenance_extended')?.text ?? '';
  for (const line of ['Receipt: R-000042', 'Tax, Boston MA (8.25%): $24.74', 'We charged $264.63 to Visa •••• 4242.'])
    expect(text.split('\n')).toContain(line);
  expect(renderedMail('maintenance_extended', { receipt: { ...receipt, amount: 0 } })?.text).not.toContain(
    'We charged',
  );
});

test('[BY-06] payment_failed gives the reason of the gateway and the day of the next attempt', () => {
  expect(renderedMail('payment_failed')?.text).toContain(
    'Ada, the payment for Starter, yearly with Visa •••• 4242 failed. Your card has insufficient funds.',
  );
  expect(renderedMail('payment_failed')?.text).toContain("We'll try again on Jan 13, 2026.");
});

test('[BY-06, B10] payment_failed names the next attempt, and the day on which the plan is paused', () => {
  const ifUnpaid = { kind: 'pauses', at: Date.UTC(2026, 0, 28) } as const;
  const text = renderedMail('payment_failed', { facts: { nextAt: Date.UTC(2026, 0, 13), ifUnpaid } })?.text;
  expect(text).toContain("You weren't charged. We'll try again on Jan 13, 2026.");
  expect(text).toContain('Starter, yearly will be paused on Jan 28, 2026 unless you pay before then.');
  expect(text).not.toContain("We won't try this card again");
});

test.each([
  [
    'declined_card',
    "We won't try this card again on our own. Starter, yearly will be paused on Jan 28, 2026 unless you pay before then.",
  ],
  ['no_card', 'Starter, yearly will be paused on Jan 28, 2026 unless you pay before then.'],
] as const)('[BY-06, B10] payment_failed promises no attempt that is not made: %s', (blockedBy, sentence) => {
  const ifUnpaid = { kind: 'pauses', at: Date.UTC(2026, 0, 28) } as const;
  const mail = renderedMail('payment_failed', { facts: { nextAt: Date.UTC(2026, 0, 13), blockedBy, ifUnpaid } });
  expect(mail?.text).toContain(sentence);
  expect(mail?.text).not.toContain("We'll try again");
});

test.each([
  [
    'declined_card',
    [
      "we didn't try Visa •••• 4242 again for Starter, yearly. Your bank declined it, and trying again won't work.",
      "Change your card and we'll charge the amount right away.",
      'If your bank accepts this card after all, choose “Pay” on your home page.',
    ],
  ],
  [
    'no_card',
    ["there's no card on file to pay for Starter, yearly.", "Add a card and we'll charge the amount right away."],
  ],
] as const)(
  '[BY-06, B10] a reminder says that nothing was tried, what to do and by when: %s',
  (blockedBy, sentences) => {
    const ifUnpaid = { kind: 'pauses', at: Date.UTC(2026, 0, 28) } as const;
    const nextAt = Date.UTC(2026, 0, 13);
    const mail = renderedMail('payment_failed', { facts: { nextAt, blockedBy, ifUnpaid, isReminder: true } });
    expect(mail?.subject).toBe('Reminder: $264.63 for Starter, yearly is unpaid');
    for (const sentence of [...sentences, 'Starter, yearly will be paused on Jan 28, 2026 unless you pay before then.'])
      expect(mail?.text).toContain(sentence);
    expect(mail?.text).not.toMatch(/failed|didn't go through|couldn't charge|We'll try again/);
  },
);

test.each([
  ['declined_card', "your card was declined, and we didn't try it again on our own.", 'Change your card'],
  ['no_card', "there's no card on file to pay $264.63.", 'Add a card'],
] as const)(
  '[BY-06, B10] payment_overdue says what was tried, and when the plan ends: %s',
  (blockedBy, cause, advice) => {
    const ifUnpaid = { kind: 'ends', at: Date.UTC(2026, 1, 28) } as const;
    const text = renderedMail('payment_overdue', { facts: { blockedBy, ifUnpaid } })?.text;
    for (const sentence of [
      cause,
      'Starter, yearly will end on Feb 28, 2026 unless you pay before then.',
      `${advice} and your plan restarts`,
    ])
      expect(text).toContain(sentence);
    expect(text).not.toContain('several times');
  },
);

test.each([undefined, 'no_card', 'declined_card', 'card_country'] as const)(
  '[BY-06, D14] payment_failed for a plan that was never paid says that it is paused: %s',
  (blockedBy) => {
    const sentence = "Starter, yearly is paused until it's paid.";
    const outcome = { nextAt: Date.UTC(2026, 0, 13), ifUnpaid: { kind: 'ends', at: Date.UTC(2026, 0, 28) } } as const;
    const changed = { ...outcome, ...(blockedBy && { blockedBy }) };
    expect(renderedMail('payment_failed', { facts: { ...changed, isPaused: true } })?.text).toContain(sentence);
    expect(renderedMail('payment_failed', { facts: changed })?.text).not.toContain(sentence);
  },
);

test('[BY-06, C12] payment_overdue after several attempts names the end of the plan too', () => {
  const ifUnpaid = { kind: 'ends', at: Date.UTC(2026, 1, 28) } as const;
  const text = renderedMail('payment_overdue', { facts: { ifUnpaid } })?.text;
  expect(text).toContain('we tried several times to charge $264.63');
  expect(text).toContain('Starter, yearly will end on Feb 28, 2026 unless you pay before then.');
});

test.each([
  [
    'it can still be paid',
    true,
    "$32.20 is still due. We won't charge it on our own. Paying settles the invoice and doesn't bring the plan back.",
    'View payments: https://drive.vendor.example/payments\n',
  ],
  [
    'it is void',
    false,
    "You weren't charged, and nothing is due.",
    'Choose a plan: https://drive.vendor.example/subscriptions/drive\n',
  ],
] as const)('[BY-06, C12] subscription_ended names the unpaid invoice: %s', (_title, isDue, sentence, link) => {
  const text = renderedMail('subscription_ended', { facts: { unpaid: { cents: 3220, isDue } } })?.text;
  expect(text).toContain("Ada, your subscription to Starter has ended because $32.20 wasn't paid.");
  expect(text).toContain(sentence);
  expect(text).toContain(link);
  expect(text).not.toContain("won't be charged for it again");
});

test('[BY-06, IO-02] request_accepted names account credit only if some was added', () => {
  const credit = 'We added $5.59 for unused paid days to your account credit.';
  expect(renderedMail('request_accepted', { facts: { addedCents: 559 } })?.text).toContain(credit);
  expect(renderedMail('request_accepted', { facts: {} })?.text).not.toContain('account credit');
});

test('[BY-06, C12] the receipt of a debt says that the plan stays ended', () => {
  const sentence = "The plan has ended, and this payment doesn't bring it back.";
  expect(renderedMail('receipt', { facts: { isOfEndedPlan: true } })?.text).toContain(sentence);
  expect(renderedMail('receipt')?.text).not.toContain(sentence);
});

test.each([
  [null, "It won't renew unless you turn on auto-renew."],
  [32_462, 'on Jan 24, 2026 it becomes a paid plan for $324.62, tax included.'],
  [0, 'right now nothing is due on Jan 24, 2026.'],
])('[BY-06] [SU-05] trial_started with %s cents at its end says whether that is charged', (cents, phrase) => {
  const end = { at: Date.UTC(2026, 0, 24), cents };
  const { text } = renderedMail('trial_started', { facts: { end } }) ?? { text: '' };
  expect(text).toContain(phrase);
  expect(text.includes("won't renew")).toBe(cents === null);
});

test.each([
  ['en', 'until Jan 24, 2026.', "Auto-renew is on. What we'll charge on Jan 24, 2026 depends on a payment"],
  ['de', 'bis 24. Jan. 2026', 'Was wir am 24. Jan. 2026 abbuchen, hängt von einer Zahlung ab'],
] as const)(
  '[BY-06] trial_started, while a pending payment decides the price, has a day and no amount: %s',
  (language, ...phrases) => {
    const undecided = { ...facts, facts: { end: { at: Date.UTC(2026, 0, 24) } } };
    const content = writeBillingMail('trial_started', undecided, language);
    const text = content?.paragraphs.join(' ');
    for (const phrase of phrases) expect(text).toContain(phrase);
    expect(text).not.toMatch(/[$€]|NaN|undefined/);
  },
);

test.each([
  ['en', 'Your Starter trial has started', 'Ada, you can use everything in Starter. The trial is free.'],
  ['de', 'Ihre Testphase von Starter hat begonnen', 'Sie können alles nutzen, was Starter bietet.'],
] as const)(
  '[BY-06] trial_started of a job that an earlier release queued has no end: %s',
  (language, subject, phrase) => {
    const content = writeBillingMail('trial_started', { ...facts, facts: {} }, language);
    const mail = content && renderMail(content, drive, language);
    expect(mail?.subject).toBe(subject);
    expect(mail?.text).toContain(phrase);
    expect(mail?.text).not.toMatch(/renew|verlänger|2026|null/i);
  },
);

test.each<[string, Partial<MailSource['facts']>, string, string[]]>([
  [
    'the card pays all',
    { amountCents: 32_462, dueCents: 32_462 },
    'Starter renews on Jan 13, 2026 for $324.62',
    ["we'll charge $324.62, tax included, to Visa •••• 4242."],
  ],
  [
    'credit pays a part',
    { amountCents: 32_462, dueCents: 30_000 },
    'Starter renews on Jan 13, 2026 for $300.00',
    ["we'll charge $300.00, tax included", 'Your account credit pays $24.62 of $324.62.'],
  ],
  [
    'credit pays all',
    { amountCents: 32_462, dueCents: 0 },
    'Starter renews on Jan 13, 2026',
    ["you won't be charged on Jan 13, 2026.", 'Your account credit pays $324.62 of $324.62.'],
  ],
  [
    'credit pays a part, in a correction',
    { amountCents: 32_462, dueCents: 30_000, correctsMailOf: Date.UTC(2026, 0, 6) },
    'Corrected: Starter renews on Jan 13, 2026 for $300.00',
    ["we'll charge $300.00, tax included", 'Your account credit pays $24.62 of $324.62.'],
  ],
  [
    'a small debt is charged with it',
    { amountCents: 32_462, dueCents: 32_492 },
    'Starter renews on Jan 13, 2026 for $324.92',
    ["we'll charge $324.92, tax included"],
  ],
  [
    'another plan starts then (S11)',
    { amountCents: 32_462, dueCents: 32_462, starts: 'Drive Ultimate, yearly' },
    'Drive Ultimate, yearly starts on Jan 13, 2026 for $324.62',
    [
      "we'll charge $324.62, tax included, to Visa •••• 4242.",
      'It replaces your Starter.',
      'You can cancel this change any time before that day.',
    ],
  ],
  [
    'more comes back than it costs (S7)',
    { amountCents: 0, dueCents: 0, addedCents: 56_030, replaces: 'Drive Ultimate' },
    'Starter renews on Jan 13, 2026',
    [
      "you won't be charged on Jan 13, 2026.",
      'It replaces your Drive Ultimate.',
      "We'll add $560.30 to your account credit.",
    ],
  ],
])('[BY-06] renewal_notice has the amounts of the coming receipt: %s', (_title, changed, subject, sentences) => {
  const mail = renderedMail('renewal_notice', { facts: { nextAt: Date.UTC(2026, 0, 13), ...changed } });
  expect(mail?.subject).toBe(subject);
  for (const sentence of sentences) expect(mail?.text).toContain(sentence);
});

test('[BY-06] payment_failed for a scheduled change has no receipt and promises no later charge (S7)', () => {
  const undone = { name: 'Drive Pro, yearly', amountCents: 64924, cardBrand: 'visa', cardLast4: '0341' };
  const mail = renderedMail('payment_failed', {
    receipt: null,
    facts: { ...undone, nextAt: null, failureMessage: 'Your card was declined.' },
  });
  expect(mail?.subject).toBe("Your payment of $649.24 on Jan 10, 2026 didn't go through");
  expect(mail?.text).toContain(
    'Ada, the payment for Drive Pro, yearly with Visa •••• 0341 failed. Your card was declined.',
  );
  expect(mail?.text).toContain('You keep the plan you had.');
  expect(mail?.text).not.toContain("we'll charge the amount right away");
});

test.each([
  ['Trial', 'Your Starter trial ends on Jan 13, 2026', 'turn on auto-renew'],
  ['Promotion', 'Your free Starter ends on Jan 13, 2026', 'turn on auto-renew'],
  ['Prepaid', 'Your prepaid Starter ends on Jan 13, 2026', 'redeem another code'],
] as const)(
  '[BY-06] [SU-04] ending_notice of a %s says that nothing is charged, and what to do',
  (type, subject, what) => {
    const mail = renderedMail('ending_notice', { holding: { ...holding, type } });
    expect(mail?.subject).toBe(subject);
    expect(mail?.text).toContain("Ada, it ends automatically on Jan 13, 2026, and you won't be charged for it.");
    expect(mail?.text).toContain(what);
  },
);

test.each<[string, Partial<MailSource['facts']>, string, string[], string]>([
  [
    'no card on file',
    { blockedBy: 'no_card' },
    'Your Starter ends on Jan 13, 2026',
    ["because there's no card on file.", 'add a card before that day.'],
    '/payments/method',
  ],
  [
    'cards are not taken at the address',
    { blockedBy: 'card_country' },
    'Your Starter ends on Jan 13, 2026',
    ["we can't charge cards for your address.", 'contact us before that day.'],
    '/subscriptions/drive',
  ],
])(
  '[BY-06] [S12] ending_notice of a plan with auto-renew on gives the reason: %s',
  (_title, changed, subject, sentences, path) => {
    const mail = renderedMail('ending_notice', {
      holding: { ...holding, type: 'Credit Card' },
      facts: { nextAt: Date.UTC(2026, 0, 13), ...changed },
    });
    expect(mail?.subject).toBe(subject);
    for (const sentence of sentences) expect(mail?.text).toContain(sentence);
    expect(mail?.text).toContain(path);
  },
);

test('[BY-06] [S13] renewal_notice without a card has the amount and asks for a card', () => {
  const changed = { amountCents: 3220, dueCents: 3220, blockedBy: 'no_card' } as const;
  const mail = renderedMail('renewal_notice', { cardText: null, facts: { nextAt: Date.UTC(2026, 0, 13), ...changed } });
  expect(mail?.text).toContain("$32.20 is due on Jan 13, 2026, tax included. There's no card on file to pay it.");
  expect(mail?.text).toContain('Add a card before that day');
  expect(mail?.text).toContain('/payments/method');
});

test.each([
  ['renewal_notice', { nextAt: Date.UTC(2026, 0, 13), amountCents: 16_367, dueCents: 16_367 }],
  ['receipt', {}],
] as const)('[LG-02] %s of a legacy plan says that it has no updates and no help', (template, changed) => {
  const textOf = (isLegacy: boolean) =>
    renderedMail(template, { holding: { ...holding, isLegacy }, facts: changed })?.text;
  expect(textOf(true)).toContain('It no longer gets updates, fixes or support.');
  expect(textOf(false)).not.toContain('legacy');
});

test('[BY-06] markup in a name is shown as text', () => {
  const { html, text } = renderedMail('refunded', { firstName: '<script>alert(1)</script>' }) ?? { html: '', text: '' };
  expect(html).not.toContain('<script>');
  expect(html).toContain('&lt;script&gt;');
  expect(text).toContain('<script>alert(1)</script>, we refunded $324.62 to');
});

test.each<[CustomerMail, Partial<MailSource>]>([
  ['receipt', { receipt: null }],
  ['refunded', { facts: {} }],
  ['credit_granted', { facts: {} }],
  ['credit_paid_out', { facts: {} }],
  ['recovered', { receipt: null }],
  ['card_saved', { cardText: null }],
  ['card_expiring', { cardText: null }],
  ['card_expired', { cardText: null }],
  ['renewal_notice', { holding: null }],
  ['ending_notice', { holding: null }],
  ['trial_started', { holding: null }],
  ['maintenance_ending', { holding: null }],
  ['maintenance_extended', { receipt: null }],
])('%s: no mail if its subject no longer exists', (template, overrides) => {
  expect(renderedMail(template, overrides)).toBeNull();
});

test.each<[CustomerMail, string | null, string | null]>([
  ['receipt', 'ok: Paid', 'Manage Starter: https://drive.vendor.example/subscriptions/drive'],
  ['payment_failed', 'warn: Payment failed', null],
  ['payment_overdue', 'bad: Overdue', null],
  ['refunded', 'plain: Refunded', null],
  ['subscription_ended', 'plain: Ended', null],
  ['card_saved', null, null],
])('[BY-06] %s: its status is a badge, and its plan is a link away', (template, badge, manage) => {
  const mail = renderedMail(template);
  const [, tone, text] = /<span class="(\w+)" [^>]*>([^<]+)<\/span>/.exec(mail?.html ?? '') ?? [];
  expect(tone === undefined ? null : `${tone}: ${text}`).toBe(badge);
  expect(mail?.text.split('\n').find((line) => line.startsWith('Manage')) ?? null).toBe(manage);
});

test('[BY-06] a mail has the mark and colours for a dark theme with the dark accent, and its total is the largest figure', () => {
  const { html = '' } = renderedMail('receipt') ?? {};
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html).toMatch(/prefers-color-scheme:dark.*background:#0a7a94!important/);
  expect(html).toMatch(/background:#00657c[^>]*>A<\/td>/);
  expect(html).toMatch(/font-size:22px[^>]*>\$264\.63</);
});
