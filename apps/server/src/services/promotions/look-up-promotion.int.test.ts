import { describe, expect, test } from 'vitest';
import { codeOf, makeRedemption, readPromotion } from '../../../test/promotions.ts';
import { makeHolder, START, starterYearly } from '../../../test/shop.ts';
import { useCodes } from '../../../test/use-harness.ts';

const h = useCodes();

const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('[PR-02] looking a promotion up', () => {
  test('2-series, with what it grants and what comes after it', async () => {
    const ada = await h.makeCustomer({ clock: START });
    const { body } = await readPromotion(ada, '2-series');
    expect(body.promoCode).toMatch(/^2-series:[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){6}$/);
    expect(body.promotion).toEqual({
      name: '2-series',
      collectPayment: true,
      months: 6,
      renewsOn: '2026-07-10T12:00:00.000Z',
      grants: [
        {
          product: 'drive',
          planId: 'pln_drive_starterpromotional',
          planName: 'Starter',
          storageSizeLimit: 50_000_000_000,
          storageDisplay: '50 GB',
          accessKeyLimit: 5,
          description: '',
          amountAfter: 29_988,
        },
        {
          product: 'scope',
          planId: 'pln_scope_ultimatepromotional',
          planName: 'Ultimate',
          storageSizeLimit: null,
          storageDisplay: null,
          accessKeyLimit: null,
          description: 'All four packages and up to 4 scopes, 32 channels.',
          amountAfter: 50_400,
        },
      ],
      downgrade: false,
      exchange: null,
      creditCents: null,
      chargeThen: null,
    });
  });

  test.each([
    ['an alias', 'lexington'],
    ['any letter case', 'LexingTon'],
    ['base64', base64('lexington')],
    ['base64 without padding', base64('lexington').replace(/=+$/, '')],
    ['a name and an empty code', '2-series:'],
  ])('%s leads to it, and to the same code each time', async (_what, name) => {
    const ada = await h.makeCustomer();
    const code = await codeOf(ada, '2-series');
    expect(await codeOf(ada, name)).toBe(code);
    const [row] = await h.database.query('SELECT count(*)::int AS n FROM promotion_codes WHERE account_id = $1', [
      ada.accountId,
    ]);
    expect(row).toEqual({ n: 1 });
  });

  test('twenty looks at once make one code, and nobody else has the same', async () => {
    const [ada, eve] = [await h.makeCustomer(), await h.makeCustomer()];
    const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(ada, 'portal')));
    expect(new Set(codes).size).toBe(1);
    expect(await codeOf(eve, 'portal')).not.toBe(codes[0]);
  });

  test('a code that comes with the name is handed back to be posted, and no code is made', async () => {
    const ada = await h.makeCustomer();
    expect(await codeOf(ada, base64('lexington:ABC'))).toBe('2-series:ABC');
    expect(await h.database.query('SELECT 1 FROM promotion_codes WHERE account_id = $1', [ada.accountId])).toEqual([]);
  });

  test('[PR-04] with a card: what is charged then, tax and credit included, is what the renewals charge', async () => {
    const { customer } = await makeHolder(h, starterYearly);
    const { promotion } = (await readPromotion(customer, '2-series')).body;
    expect(promotion.creditCents).toBeGreaterThan(20_000);
    await makeRedemption(customer, '2-series');
    expect((await h.account(customer)).balanceCents).toBe(-(promotion.creditCents ?? 0));
    const before = await h.charges(customer);
    await h.advance(customer, { by: 'P6M' });
    const charged = (await h.charges(customer)).slice(before.length).map(({ amountCents }) => amountCents);
    const sum = charged.reduce((cents, more) => cents + more, 0);
    expect(promotion.chargeThen).toMatchObject({ creditCents: promotion.creditCents, amountDueCents: sum });
    expect(promotion.chargeThen?.totalCents).toBe(sum + (promotion.creditCents ?? 0));
  });

  test('[PR-04] more storage in use than the promotion gives is a downgrade', async () => {
    const { customer } = await makeHolder(h, { planId: 'pln_drive_ultimate', interval: 'monthly' });
    const { downgrade, exchange } = (await readPromotion(customer, '2-series')).body.promotion;
    expect([downgrade, exchange?.had.id, exchange?.gets.id]).toEqual([
      true,
      'pln_drive_ultimate',
      'pln_drive_starterpromotional',
    ]);
    const { customer: eve } = await makeHolder(h, starterYearly);
    expect((await readPromotion(eve, '2-series')).body.promotion.downgrade).toBe(false);
    expect((await readPromotion(eve, 'portal')).body.promotion.downgrade).toBe(true);
  });

  test.each([
    ['an unknown name', '3-series'],
    ['half a letter of UTF-8', Buffer.from('2-series:\xc3', 'latin1').toString('base64')],
    ['a control character', '2-series\u0007'],
    ['513 bytes', 'x'.repeat(513)],
    ['nothing', ''],
  ])('[PR-05] %s: Promotion not found.', async (_what, name) => {
    const answer = await readPromotion(await h.makeCustomer(), name);
    expect([answer.status, answer.body.error.type, answer.body.message]).toEqual([
      404,
      'NOT_FOUND',
      'Promotion not found.',
    ]);
  });
});
