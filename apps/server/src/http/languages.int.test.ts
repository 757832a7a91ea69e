import type { Me } from '@foyer/contract/api/auth';
import type { TieredPlan } from '@foyer/contract/api/plans';
import type { Receipt } from '@foyer/contract/api/receipt';
import type { Quote } from '@foyer/contract/api/shapes';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { PASSWORD } from '../../test/customers.ts';
import { type Customer, type Harness, startHarness } from '../../test/harness.ts';
import { textsOfPdf } from '../../test/pdf-text.ts';
import { makeMailSender } from '../../test/sent-mails.ts';
import { CARD, expectAllRight, makeHolder, makeLate, starterYearly } from '../../test/shop.ts';
import type { SecurityMailJob } from '../services/mail/ports.ts';

/** BY-05: whom the server writes to, and in which language. */

const GERMAN = { headers: { 'accept-language': 'de-DE,de;q=0.9,en;q=0.5' } };
const CHOSEN = { headers: { cookie: 'foyer-language=de', 'accept-language': 'en' } };

let h: Harness;
let mailSender: ReturnType<typeof makeMailSender>;

beforeAll(async () => {
  h = await startHarness();
  mailSender = makeMailSender(h);
});
afterEach(() => expectAllRight(h));
afterAll(() => h.stop());

const languageOf = async ({ client }: Pick<Customer, 'client'>) =>
  (await client.get<Me>('/api/auth/me')).body.user.language;

const inGerman = async (options: Parameters<Harness['makeCustomer']>[0] = {}): Promise<Customer> => {
  const customer = await h.makeCustomer(options);
  const answer = await customer.client.patch<Me['user']>('/api/auth/me', { language: 'de' });
  expect([answer.status, answer.body.language], answer.text).toEqual([200, 'de']);
  return customer;
};

const newestTo = async (email: string) => {
  await mailSender.deliver();
  const [mail] = await h.mails(email, 1);
  return { ...mail, subject: mail?.subject.replaceAll('\u00a0', ' ') };
};

describe('[BY-05] the language of a customer', () => {
  const register = (email: string, headers: Record<string, string>) =>
    inject(h.app, {
      method: 'POST',
      url: '/api/auth/users',
      payload: { email, password: 'a perfectly fine phrase', firstName: 'Nova', lastName: 'Neu' },
      headers,
    });

  test.each([
    ['of a German browser', GERMAN.headers, 'de', 'Bestätigen Sie Ihre E-Mail-Adresse'],
    ['of an English one where German was chosen', CHOSEN.headers, 'de', 'Bestätigen Sie Ihre E-Mail-Adresse'],
    ['of a French one', { 'accept-language': 'fr' }, 'en', 'Verify your email address'],
  ])(
    'is that of the pages they register on, and the first mail has it: %s',
    async (_name, headers, language, subject) => {
      const email = `newcomer-${Object.values(headers).join('').length}@test.arcwave.test`;
      expect((await register(email, headers)).status).toBe(201);
      const [row] = await h.database.query<{ language: string }>('SELECT language FROM users WHERE email = $1', [
        email,
      ]);
      expect(row?.language).toBe(language);
      expect(await newestTo(email)).toMatchObject({
        subject,
        html: expect.stringContaining(`<html lang="${language}">`),
      });
    },
  );

  test('is English for whoever the vendor made, until they choose', async () => {
    const customer = await h.makeCustomer();
    expect(await languageOf(customer)).toBe('en');
    await customer.client.patch('/api/auth/me', { language: 'de' });
    expect(await languageOf(customer)).toBe('de');
    await customer.client.patch('/api/auth/me', { trackingEnabled: true });
    expect(await languageOf(customer), 'what is left out stays').toBe('de');
  });

  test('one that we do not have is refused, and nothing changes', async () => {
    const customer = await inGerman();
    for (const language of ['fr', '', null, 7]) {
      const answer = await customer.client.patch('/api/auth/me', { language });
      expect([answer.status, answer.body.error.type, answer.body.error.field]).toEqual([
        400,
        'INVALID_REQUEST',
        'language',
      ]);
    }
    expect(await languageOf(customer)).toBe('de');
  });

  test('is learnt from a sign-in where it was chosen, on a new device and on a known one; not from what a browser asks for', async () => {
    const customer = await h.makeCustomer();
    const signIn = async (headers: Record<string, string>, device?: string) => {
      const answer = await inject<{ device: string }>(h.app, {
        method: 'POST',
        url: '/api/auth/sessions',
        payload: { email: customer.email, password: PASSWORD, ...(device === undefined ? {} : { device }) },
        headers,
      });
      expect(answer.status, answer.text).toBe(200);
      return answer.body.device;
    };
    await signIn(GERMAN.headers);
    expect(await languageOf(customer)).toBe('en');
    const device = await signIn(CHOSEN.headers);
    expect(await languageOf(customer)).toBe('de');
    await signIn({ cookie: 'foyer-language=en', ...GERMAN.headers }, device);
    expect(await languageOf(customer)).toBe('en');
  });
});

describe('[BY-05, BY-06] mails come in the language of the customer, whoever caused them', () => {
  test('about the account: what a stranger on an English page asks for', async () => {
    const { email } = await inGerman();
    const asked = await inject(h.app, { method: 'POST', url: '/api/auth/password-resets', payload: { email } });
    expect(asked.status).toBe(202);
    expect(await newestTo(email)).toMatchObject({
      subject: 'Neues Passwort festlegen',
      text: expect.stringContaining('Guten Tag, Ada!'),
    });
  });

  test('about money: the receipt of a purchase', async () => {
    const { email, client } = await inGerman({ card: 'tok_visa' });
    const bought = await client.post('/api/subscription/subscriptions', starterYearly);
    expect(bought.status, bought.text).toBe(201);
    const mail = await newestTo(email);
    expect(mail.subject).toBe('Beleg über 324,62 $: Drive Starter, jährlich');
    expect(mail.text?.replaceAll('\u00a0', ' ').split('\n')).toContain('Steuer, Boston MA (8,25 %): 24,74 $');
  });

  test('a job of an earlier release knows no language and is written in English', async () => {
    const { email, accountId } = await inGerman();
    const queued = {
      kind: 'security',
      template: 'password_changed',
      accountId,
      to: email,
      firstName: 'Ada',
      brand: 'drive',
      at: h.wall.now(),
      emailTokenId: null,
      facts: {},
    };
    await h.work.sendMail('job-of-old', queued as unknown as SecurityMailJob);
    expect((await h.mails(email, 1))[0]?.subject).toBe('Your password was changed');
  });
});

describe('[BY-05] answers to pages come in the language of the page', () => {
  test('what a receipt says it is for; the books keep what was written', async () => {
    const { customer } = await makeHolder(h, starterYearly);
    const bodyOf = async (options = {}) => {
      const { body } = await customer.client.get<{ receipts: Receipt[] }>('/api/account/me/receipts', options);
      return body.receipts.map(({ description, items, amount }) => [description, items[0]?.description, amount]);
    };
    expect(await bodyOf(GERMAN)).toEqual([['Drive Starter, jährlich', 'Drive Starter, jährlich', 32_462]]);
    expect(await bodyOf(CHOSEN)).toEqual(await bodyOf(GERMAN));
    expect(await bodyOf()).toEqual([['Drive Starter, yearly', 'Drive Starter, yearly', 32_462]]);
    const account = await customer.client.get<{ estimatedNextReceipt: Receipt }>('/api/account/me', GERMAN);
    expect(account.body.estimatedNextReceipt.description).toBe('Drive Starter, jährlich');
  });

  test('a receipt whose text has no parts is shown with its stored text, in every language', async () => {
    const { customer } = await makeHolder(h, starterYearly);
    for (const table of ['invoices', 'invoice_lines'])
      await h.database.query(
        `UPDATE ${table} SET description_parts = NULL, description = 'A year of Drive' WHERE ${table === 'invoices' ? 'id' : 'invoice_id'}
           IN (SELECT id FROM invoices WHERE account_id = $1)`,
        [customer.accountId],
      );
    for (const options of [{}, GERMAN]) {
      const { body } = await customer.client.get<{ receipts: Receipt[] }>('/api/account/me/receipts', options);
      expect(body.receipts).toMatchObject([
        { description: 'A year of Drive', items: [{ description: 'A year of Drive' }] },
      ]);
    }
  });

  test('the lines of a quote', async () => {
    const { customer, id } = await makeHolder(h, starterYearly);
    const quote = await customer.client.post<Quote>(
      '/api/subscription/subscriptions/preview',
      { planId: 'pln_drive_pro', interval: 'yearly', subscriptionId: id },
      GERMAN,
    );
    expect(quote.body.lines.map(({ description }) => description)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Nicht genutzte Zeit, Drive Starter$/)]),
    );
  });

  test('[SP-01] the catalogue’s words, and one reader’s never for another', async () => {
    const { client } = await h.makeCustomer();
    const bodyOf = async (options = {}) => {
      const { body, headers } = await client.get<{ plans: TieredPlan[]; features: { label: string }[] }>(
        '/api/subscription/v2/plans?product=scope',
        options,
      );
      expect(headers['cache-control'], 'no cache mixes them').toBe('no-store');
      const ultimate = body.plans.find(({ id }) => id === 'pln_scope_ultimate');
      return [
        ultimate?.displayName,
        ultimate?.description,
        ultimate?.displayInterval,
        ultimate?.addOns[0]?.description,
        body.features.map(({ label }) => label).sort(),
      ];
    };
    const english = await bodyOf();
    const german = await bodyOf(GERMAN);
    expect(english.slice(0, 3)).toEqual(['Ultimate', 'All four packages and up to 4 scopes, 32 channels.', 'Yearly']);
    expect(german.slice(0, 4)).toEqual([
      'Ultimate',
      'Alle vier Pakete und bis zu 4 Oszilloskope, 32 Kanäle.',
      'Jährlich',
      'CAN, LIN, USB, Ethernet und 25 weitere',
    ]);
    expect(german[4]).toContain('Fernsteuerung eines Oszilloskops');
    expect(german[4]).not.toEqual(english[4]);
    expect(await bodyOf()).toEqual(english);
  });

  test('[PM-05] why a card was declined, on the page and in the mail', async () => {
    const { customer } = await makeLate(h);
    await customer.client.patch('/api/auth/me', { language: 'de' });
    const [open] = (
      await customer.client.get<{ receipts: Receipt[] }>('/api/account/me/receipts', GERMAN)
    ).body.receipts.filter(({ isPaid }) => !isPaid);
    expect(open?.failureMessage).toBe('Ihre Karte wurde abgelehnt.');
    const paid = await customer.client.post(`/api/account/me/receipts/${open?.id}/pay`, {}, GERMAN);
    expect([paid.status, paid.body.message]).toEqual([402, 'Ihre Karte wurde abgelehnt.']);
    const saved = await customer.client.post(
      CARD,
      { type: 'stripe', token: 'tok_visa_chargeDeclinedInsufficientFunds' },
      GERMAN,
    );
    expect(saved.body.message).toBe('Ihre Karte ist nicht ausreichend gedeckt.');
    await mailSender.deliver();
    const texts = (await h.mails(customer.email, 1)).map(({ text }) => text).join('\n');
    expect(texts).toContain('ist fehlgeschlagen. Ihre Karte wurde abgelehnt.');
  });

  test('[SC-08] what is wrong with a new password', async () => {
    const { client } = await h.makeCustomer({ claims: ['drive', 'usr:password:update'] });
    const answer = await client.post(
      '/api/auth/me/change-password',
      { password: PASSWORD, newPassword: PASSWORD },
      GERMAN,
    );
    expect([answer.body.error.type, answer.body.message]).toEqual([
      'INVALID_PASSWORD',
      'Das ist Ihr jetziges Passwort. Wählen Sie ein anderes.',
    ]);
  });
});

test('[BY-05, PY-07] the receipt as a PDF is in the language of the customer, whatever the page is in, and says so', async () => {
  const { customer } = await makeHolder(h, starterYearly);
  const [receipt] = await h.receipts(customer);
  const download = async () => {
    const answer = await h.app.inject({
      url: `/api/account/me/receipts/${receipt?.id}.pdf`,
      headers: { 'x-is-at': customer.client.accessToken, 'accept-language': 'fr' },
    });
    const whole = textsOfPdf(answer.rawPayload).join('').replaceAll(/\s/g, '');
    return { whole, language: answer.headers['content-language'], raw: answer.rawPayload.toString('latin1') };
  };
  expect(await download()).toMatchObject({ language: 'en', whole: expect.stringContaining('Paidwith') });
  await customer.client.patch('/api/auth/me', { language: 'de' });
  const german = await download();
  expect(german.language).toBe('de');
  expect(german.raw).toContain('/Lang (de)');
  for (const text of [`Beleg${receipt?.invoice}`, 'DriveStarter,jährlich', '324,62$', 'Bezahltmit', '(8,25%)'])
    expect(german.whole).toContain(text);
});
