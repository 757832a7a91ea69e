import { expect, test } from 'vitest';
import { usesOf } from './discount-uses.ts';

const drive = { key: 'drive', kind: 'plans', name: 'Drive' } as const;
const all = [
  drive,
  { key: 'scope', kind: 'tiers', name: 'Scope' },
  { key: 'iot', kind: 'metered', name: 'IoT' },
] as const;
const used = (uses: Readonly<Record<string, string>>, families: Parameters<typeof usesOf>[1] = all) =>
  usesOf(
    { id: 'SPRING_off20', uses: Object.entries(uses).map(([product, intervalId]) => ({ product, intervalId })) },
    families,
  ).map(({ to }) => to);

test.each([
  [
    'one tier: its product alone, at that tier',
    { scope: 'pln_scope_ultimate_yearly' },
    ['/subscriptions/scope?coupon=SPRING_off20&package=pln_scope_ultimate_yearly'],
  ],
  [
    'two products, in the order of the brand',
    { iot: 'pln_iot_student_yearly', drive: 'pln_drive_pro_yearly' },
    ['/subscriptions/drive?coupon=SPRING_off20', '/subscriptions/iot?plan=pln_iot_student_yearly&coupon=SPRING_off20'],
  ],
])('[CD-05] a discount is used where it fits: %s', (_, plans, ways) => {
  expect(used(plans)).toEqual(ways);
});

test('[CD-05] a brand that does not sell the product offers no way to it', () => {
  expect(used({ scope: 'pln_scope_ultimate_yearly', drive: 'pln_drive_pro_yearly' }, [drive])).toEqual([
    '/subscriptions/drive?coupon=SPRING_off20',
  ]);
});
