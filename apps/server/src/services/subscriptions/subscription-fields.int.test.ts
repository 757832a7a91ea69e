import { describe, expect, test } from 'vitest';
import { fifthOff, makeCode } from '../../../test/codes.ts';
import { makeClocked, makeRedemption } from '../../../test/promotions.ts';
import { makePurchase } from '../../../test/shop.ts';
import { useCodes } from '../../../test/use-harness.ts';

const h = useCodes();

describe('[CA-01] a subscription says what belongs to it', () => {
  test('add-ons: Professional has its package, Ultimate all, Starter none', async () => {
    const ada = await makeClocked(h);
    for (const planId of ['pln_scope_starter', 'pln_scope_power', 'pln_scope_ultimate'])
      await makePurchase(ada, { planId, interval: 'yearly' });
    const held = new Map((await h.subscriptions(ada)).map(({ plan }) => [plan.id, plan]));
    expect(held.get('pln_scope_starter')).toMatchObject({
      addOns: [],
      currentAddOns: [],
      mappedAddOns: [],
      coupons: [],
    });
    const power = held.get('pln_scope_power');
    expect(power?.mappedAddOns).toMatchObject([{ shortName: 'power', type: 'package', checked: true }]);
    expect(power?.currentAddOns).toEqual(power?.mappedAddOns.map(({ id }) => id));
    expect(power?.addOns).toEqual(power?.mappedAddOns);
    expect(held.get('pln_scope_ultimate')?.mappedAddOns).toHaveLength(4);
    const { body } = await ada.client.get<{ addons: unknown[] }>('/api/subscription/plans/pln_scope_ultimate/addons');
    expect(held.get('pln_scope_ultimate')?.addOns).toEqual(body.addons);
  });

  test('children: the other subscriptions of one promotion, also when one of them is over', async () => {
    const ada = await makeClocked(h);
    const alone = await makePurchase(ada, { planId: 'pln_scope_starter', interval: 'yearly' });
    const { subscriptions } = await makeRedemption(ada, '2-series');
    const [drive = '', scope = ''] = subscriptions.map(({ id }) => id);
    const children = async () => new Map((await h.subscriptions(ada, true)).map(({ id, children: ids }) => [id, ids]));
    const told = new Map([
      [drive, [scope]],
      [scope, [drive]],
      [alone.id, []],
    ]);
    expect(await children()).toEqual(told);
    await ada.client.delete(`/api/subscription/subscriptions/${scope}`);
    expect(await children()).toEqual(told);
  });

  test('coupons: the discount that lowers the coming invoices, until it is used up', async () => {
    const ada = await makeClocked(h);
    const couponId = await makeCode(h, { ...fifthOff, cycles: 2 });
    await makePurchase(ada, { planId: 'pln_drive_starter', interval: 'monthly', couponId });
    const coupons = async () => (await h.subscriptions(ada))[0]?.plan.coupons;
    expect(await coupons()).toEqual([{ id: couponId, discountPercentage: 20, cyclesLeft: 1 }]);
    await h.advance(ada, { by: 'P1M' });
    expect(await coupons()).toEqual([]);
  });
});
