import type { StoredAddress } from '@foyer/contract/api/addresses';
import type { Me } from '@foyer/contract/api/auth';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { berlin, boston, portland } from '../../test/customers.ts';
import { type Customer, type Harness, startHarness } from '../../test/harness.ts';
import { useHarness } from '../../test/use-harness.ts';

const ADDRESSES = '/api/auth/me/addresses';

const h = useHarness();

const newcomer = () => h.makeCustomer({ address: null });
const add = ({ client }: Customer, body: object) => client.post<StoredAddress>(ADDRESSES, body);
const refusedTypes = async (asked: ReturnType<typeof add>) => {
  const { status, body } = (await asked) as unknown as {
    status: number;
    body: { error: { type: string; field: string | null } };
  };
  return [status, body.error.type, body.error.field];
};

describe('[AD-03, AD-07] an address', () => {
  test('is stored as the current one, and the tax of its postal code follows', async () => {
    const ada = await newcomer();
    expect((await ada.client.get(ADDRESSES)).body).toEqual([]);
    expect((await h.account(ada)).estimatedTax.taxRatePercentage).toBe(0);
    const added = await add(ada, { ...boston, postalCode: ' 02110-1234 ', phone1: '+1 (617) 555-0100' });
    expect(added.status, added.text).toBe(201);
    const kept = { ...boston, id: added.body.id, phone1: '16175550100' };
    expect(added.body).toEqual(kept);
    expect(added.body.id).toMatch(/^adr_/);
    expect((await ada.client.get(ADDRESSES)).body).toEqual([kept]);
    const { user } = (await ada.client.get<Me>('/api/auth/me')).body;
    expect(user.address).toEqual({ ...boston, phone1: '16175550100' });
    expect((await h.account(ada)).estimatedTax.taxRatePercentage).toBe(8.25);
  });

  test('has no phone when there is none, and keeps what was typed otherwise', async () => {
    const ada = await newcomer();
    const { phone1: _phone, ...plain } = boston;
    const typed = { ...plain, firstName: '<script>alert(1)</script>', lastName: 'عُمَر', organization: '🦊'.repeat(200) };
    const added = await add(ada, typed);
    expect(added.status, added.text).toBe(201);
    expect(added.body).toEqual({ ...typed, id: added.body.id });
  });

  test('needs no state in Germany and no postal code in Hong Kong', async () => {
    expect((await add(await newcomer(), berlin)).status).toBe(201);
    const { postalCode: _code, ...hongKong } = { ...boston, country: 'HK', state: 'Kowloon', city: 'Mong Kok' };
    const added = await add(await newcomer(), hongKong);
    expect([added.status, added.body.postalCode], added.text).toEqual([201, '']);
  });

  test.each<[string, object, string]>([
    ['a country that is none', { country: 'ZZ' }, 'country'],
    ['a country in small letters', { country: 'us' }, 'country'],
    ['no first name', { firstName: ' ' }, 'firstName'],
    ['no last name', { lastName: '' }, 'lastName'],
    ['no company', { organization: '' }, 'organization'],
    ['no street', { addressLine1: '' }, 'addressLine1'],
    ['no town', { city: '' }, 'city'],
    ['no state in the US', { state: '' }, 'state'],
    ['no postal code', { postalCode: '' }, 'postalCode'],
    ['nine characters of postal code', { country: 'DE', state: '', postalCode: '123 456-789' }, 'postalCode'],
    ['a state that does not exist', { state: 'ZZ' }, 'state'],
    ['a state of another country', { country: 'CA', state: 'TX', postalCode: 'K1A 0B1' }, 'state'],
    ['letters in the phone', { phone1: '617-CALL-ME' }, 'phone1'],
    ['a NUL in the town', { city: 'Bos\u0000ton' }, 'city'],
    ['a street of 201 characters', { addressLine1: 'x'.repeat(201) }, 'addressLine1'],
    ['a number for a name', { firstName: 5 }, 'firstName'],
    ['a text for the switch', { ignoreValidation: 'yes' }, 'ignoreValidation'],
  ])('with %s is refused and names the field, even when the customer insists', async (_case, change, field) => {
    const ada = await newcomer();
    const body = { ...boston, ignoreValidation: true, ...change };
    expect(await refusedTypes(add(ada, body))).toEqual([400, 'INVALID_REQUEST', field]);
    expect((await ada.client.get(ADDRESSES)).body).toEqual([]);
  });

  test('without a member that is needed names it', async () => {
    const { organization: _organization, ...rest } = boston;
    expect(await refusedTypes(add(await newcomer(), rest))).toEqual([400, 'INVALID_REQUEST', 'organization']);
  });
});

describe('[AD-05] an address that the verifier refuses', () => {
  test('is answered with what was typed and what may have been meant; nothing is stored', async () => {
    const ada = await newcomer();
    const typed = { ...boston, addressLine1: '2208 S 1st Street', city: 'Austin', state: 'TX', postalCode: '78740' };
    const refused = await add(ada, typed);
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      error: { type: 'ADDRESS_INVALID' },
      original: typed,
      suggestions: [{ ...typed, addressLine1: '2208 S 1st St', postalCode: '78704' }],
      validate: {
        country: null,
        addressLine1: null,
        addressLine2: null,
        city: null,
        state: null,
        postalCode: 'unknown',
      },
    });
    expect((await ada.client.get(ADDRESSES)).body).toEqual([]);
    const [suggestion] = (refused.body as unknown as { suggestions: object[] }).suggestions;
    expect((await add(ada, suggestion ?? {})).status).toBe(201);
  });

  test.each<[string, object, object]>([
    ['a box at a post office', { addressLine1: 'PO Box 12' }, { addressLine1: 'PO box' }],
    ['a town of another state', { city: 'Portland' }, { city: 'mismatch' }],
    [
      'a Canadian code in another province',
      { country: 'CA', state: 'QC', postalCode: 'M5V 2T6' },
      { state: 'mismatch' },
    ],
    ['a code that is none there', { country: 'GB', state: '', postalCode: '02110' }, { postalCode: 'invalid' }],
    ['a state that is none', { country: 'AU', state: 'ZZ', postalCode: '2000' }, { state: 'unknown' }],
  ])('%s', async (_case, change, validate) => {
    const refused = await add(await newcomer(), { ...boston, ...change });
    expect(refused.status, refused.text).toBe(400);
    expect(refused.body).toMatchObject({ error: { type: 'ADDRESS_INVALID' }, validate });
  });

  test.each<[string, object, object]>([
    [
      'Canada',
      { country: 'CA', state: 'on', city: 'Ottawa', postalCode: 'k1a0a9' },
      { state: 'ON', postalCode: 'K1A 0A9' },
    ],
    ['Britain', { country: 'GB', state: '', city: 'London', postalCode: 'sw1a2aa' }, { postalCode: 'SW1A 2AA' }],
    ['the US', { city: 'boston', postalCode: '02110-1234' }, { city: 'Boston', postalCode: '02110' }],
  ])(
    'when only its post would write it differently, in %s: suggested, nothing found wrong',
    async (_case, change, written) => {
      const ada = await newcomer();
      const refused = await add(ada, { ...boston, ...change });
      expect(refused.status, refused.text).toBe(400);
      const { suggestions, validate } = refused.body as unknown as { suggestions: object[]; validate: object };
      expect(suggestions).toEqual([{ ...boston, ...change, ...written }]);
      expect(Object.values(validate)).toEqual([null, null, null, null, null, null]);
      expect((await add(ada, suggestions[0] ?? {})).status).toBe(201);
    },
  );

  test('[CA-02] characters that nobody sees are not kept: they would turn round what stands beside them', async () => {
    const added = await add(await newcomer(), {
      ...boston,
      firstName: '\u202EAda\u202C',
      phone1: '\u202A+1 617\u202C',
    });
    expect(added.status, added.text).toBe(201);
    expect(added.body).toMatchObject({ firstName: 'Ada', phone1: '1617' });
    expect(await refusedTypes(add(await newcomer(), { ...boston, lastName: '\u200B' }))).toEqual([
      400,
      'INVALID_REQUEST',
      'lastName',
    ]);
  });

  test('is taken as it is when the customer insists, and that is remembered', async () => {
    const ada = await newcomer();
    const added = await add(ada, { ...boston, addressLine1: 'PO Box 12', postalCode: '99999', ignoreValidation: true });
    expect(added.status, added.text).toBe(201);
    expect(added.body).toMatchObject({ addressLine1: 'PO Box 12', postalCode: '99999' });
    const [row] = await h.database.query('SELECT ignore_validation FROM addresses WHERE account_id = $1', [
      ada.accountId,
    ]);
    expect(row).toEqual({ ignoreValidation: true });
  });
});

describe('[AD-01] who has an address', () => {
  test('does not get another one without an operator (D15)', async () => {
    const ada = await h.makeCustomer();
    expect(await refusedTypes(add(ada, portland))).toEqual([409, 'ADDRESS_EXISTS', null]);
    // before the verifier says a word
    expect(await refusedTypes(add(ada, { ...boston, postalCode: '99999' }))).toEqual([409, 'ADDRESS_EXISTS', null]);
    expect((await ada.client.get<StoredAddress[]>(ADDRESSES)).body.map(({ city }) => city)).toEqual(['Boston']);
  });

  test('pressing twice stores one', async () => {
    const ada = await newcomer();
    const answers: number[] = [];
    await h.whileLocked(ada, async (waiting) => {
      const both = [add(ada, boston), add(ada, boston)];
      await waiting(2);
      void Promise.all(both).then((done) => answers.push(...done.map(({ status }) => status)));
    });
    await expect.poll(() => answers.sort()).toEqual([201, 409]);
    expect((await ada.client.get<StoredAddress[]>(ADDRESSES)).body).toHaveLength(1);
  });

  test('sees the own ones only', async () => {
    const [ada, eve] = [await h.makeCustomer(), await h.makeCustomer({ address: portland })];
    expect((await ada.client.get<StoredAddress[]>(ADDRESSES)).body.map(({ city }) => city)).toEqual(['Boston']);
    expect((await eve.client.get<StoredAddress[]>(ADDRESSES)).body.map(({ city }) => city)).toEqual(['Portland']);
  });
});

describe('customers who change their address themselves (D15)', () => {
  let self: Harness;
  beforeAll(async () => {
    self = await startHarness({ addressSelfChange: true });
  });
  afterEach(() => self.log.expectQuiet());
  afterAll(() => self.stop());

  test('[AD-07, I13] the last is current; in a country without cards nothing is charged at the end of a trial', async () => {
    const ada = await self.makeCustomer({ card: 'tok_visa', clock: '2026-01-10T12:00:00.000Z' });
    const bought = await ada.client.post('/api/subscription/subscriptions', { planId: 'pln_drive_starter_monthly' });
    expect(bought.status, bought.text).toBe(201);
    expect((await self.account(ada)).nextPayment).not.toBeNull();
    expect((await add(ada, berlin)).status).toBe(201);
    const account = await self.account(ada);
    expect([account.nextPayment, account.canAddPaymentMethod]).toEqual([null, false]);
    const cities = (await ada.client.get<StoredAddress[]>(ADDRESSES)).body.map(({ city }) => city);
    expect(cities).toEqual(['Boston', 'Berlin']);
    expect((await ada.client.get<Me>('/api/auth/me')).body.user.address?.city).toBe('Berlin');
    expect(await self.ledgerCheck()).toEqual([]);
  });

  test('[B10] the country changes: the notice of the renewal becomes the notice that the plan ends', async () => {
    const ada = await self.makeCustomer({ card: 'tok_visa', clock: '2026-01-10T12:00:00.000Z' });
    await ada.client.post('/api/subscription/subscriptions', { planId: 'pln_drive_starter' });
    await add(ada, berlin);
    await self.advance(ada, { to: '2027-01-05T12:00:00.000Z' });
    const notices = self.queued.flatMap((mail) =>
      'template' in mail && 'accountId' in mail && mail.accountId === ada.accountId && mail.template.endsWith('_notice')
        ? [mail.template]
        : [],
    );
    expect(notices).toEqual(['ending_notice']);
  });

  test('[B10] the country changes after the notice: corrections follow at once and none twice, and the last is what happens', async () => {
    const ada = await self.makeCustomer({ card: 'tok_visa', clock: '2026-01-10T12:00:00.000Z' });
    await ada.client.post('/api/subscription/subscriptions', { planId: 'pln_drive_starter' });
    const notices = () =>
      self.queued.flatMap((mail) =>
        'invoiceId' in mail && mail.accountId === ada.accountId && mail.template.endsWith('_notice')
          ? [[mail.template, 'dueCents' in mail.facts ? mail.facts.dueCents : null, 'correctsMailOf' in mail.facts]]
          : [],
      );
    const moveOn = async (address: typeof berlin, to: string) => {
      await add(ada, address);
      await self.advance(ada, { to });
    };
    await self.advance(ada, { to: '2027-01-05T12:00:00.000Z' });
    await moveOn(berlin, '2027-01-05T13:00:00.000Z');
    await moveOn({ ...berlin, city: 'Potsdam' }, '2027-01-05T18:00:00.000Z');
    await moveOn(portland, '2027-01-11T12:00:00.000Z');
    expect(notices()).toEqual([
      ['renewal_notice', 32_462, false],
      ['ending_notice', null, true],
      ['renewal_notice', 29_988, true],
    ]);
    const [renewal] = await self.receipts(ada);
    expect(renewal?.amount).toBe(29_988);
  });

  test('[B10] a scheduled plan that would not start abroad is not shown as a coming change; at home it is again', async () => {
    const ada = await self.makeCustomer({ card: 'tok_visa', clock: '2026-01-10T12:00:00.000Z' });
    await ada.client.post('/api/subscription/subscriptions', { planId: 'pln_drive_starter' });
    const [held] = await self.subscriptions(ada);
    const change = { planId: 'pln_drive_ultimate', transitionAtEnd: true };
    const scheduled = await ada.client.patch(`/api/subscription/subscriptions/${held?.id}`, change);
    expect(scheduled.status, scheduled.text).toBe(200);
    const renewalsOf = async () =>
      (await self.subscriptions(ada)).map((one) => [one.renews, one.pendingChange?.planId ?? null]);
    expect(await renewalsOf()).toEqual([[true, 'pln_drive_ultimate']]);
    await add(ada, berlin);
    expect(await renewalsOf()).toEqual([[false, null]]);
    await add(ada, boston);
    expect(await renewalsOf()).toEqual([[true, 'pln_drive_ultimate']]);
  });
});
