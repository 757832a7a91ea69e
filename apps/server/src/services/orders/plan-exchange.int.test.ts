import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { checkCode, driveYear, makeCode } from '../../../test/codes.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { expectAllRight, makePurchase, START } from '../../../test/shop.ts';

let h: Harness;

beforeAll(async () => {
  h = await startHarness();
});
afterEach(() => expectAllRight(h));
afterAll(() => h.stop());

const someone = (options = {}) => h.makeCustomer({ clock: START, ...options });
const iotYear = { type: 'Prepaid', planId: 'pln_iot_individual', months: 12 } as const;

test('[CD-01] [IO-01] a code for a smaller IoT plan says which features go, in the words of the catalogue', async () => {
  const ada = await someone();
  const { id } = await makePurchase(ada, { planId: 'pln_iot_enterprise', interval: 'monthly' });
  await h.operator.acceptRequest(id, { actor: 'jo@vendor.example', reason: 'contract signed' });
  const { effect } = (await checkCode(ada, await makeCode(h, iotYear))).body;
  expect(effect).toMatchObject({
    action: 'replaces',
    exchange: {
      had: { id: 'pln_iot_enterprise', featureList1: ['ft_iotdevicesany', 'ft_iothistoryany', 'ft_iotsupport'] },
      gets: { id: 'pln_iot_individual', featureList1: ['ft_iotdevices25', 'ft_iothistory1y', 'ft_iotalerts'] },
    },
  });
  expect(effect?.exchange?.features).toContainEqual({ key: 'ft_iotsupport', label: 'Priority support', includes: [] });
  expect(effect?.exchange?.features.find(({ key }) => key === 'ft_iotdevicesany')?.includes).toEqual([
    'ft_iotdevices25',
    'ft_iotdevices10',
  ]);
  expect(effect?.exchange?.features).toHaveLength(6);
});

test('[CD-01] a first plan takes nothing away, nor does the same one', async () => {
  const eve = await someone({ card: 'tok_visa' });
  const code = await makeCode(h, iotYear);
  expect((await checkCode(eve, code)).body.effect?.exchange).toBeNull();
  await makePurchase(eve, { planId: 'pln_iot_individual', interval: 'yearly' });
  const { effect } = (await checkCode(eve, code)).body;
  expect([effect?.action, effect?.exchange]).toEqual(['replaces', null]);
});

test('[CD-01] a drive plan has no features to lose beside what its card says', async () => {
  const kim = await someone({ card: 'tok_visa' });
  await makePurchase(kim, { planId: 'pln_drive_ultimate', interval: 'yearly' });
  const { effect } = (await checkCode(kim, await makeCode(h, driveYear))).body;
  expect(effect?.exchange).toMatchObject({ had: { id: 'pln_drive_ultimate' }, features: [] });
});
