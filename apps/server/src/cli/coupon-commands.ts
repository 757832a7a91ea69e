import { type BatchOrder, batchLimits } from '@foyer/domain/coupons/batch';
import type { Command } from './command.ts';
import { byOf, given, signedLike } from './parts.ts';
import type { OptionSpecs, Values } from './read-arguments.ts';

const whole = (what: string, example: string, most: number) => ({ what, example, most, optional: true }) as const;

const signed = signedLike('"order 4711"');

const shared: OptionSpecs = {
  name: { what: 'what the batch is for; customers do not see it', example: '"trade fair 2026"', longest: 100 },
  count: { what: 'how many codes', example: '50', most: batchLimits.codes },
  until: {
    what: 'first moment at which they no longer count',
    example: '2027-01-01T00:00:00Z',
    moment: true,
    optional: true,
  },
  ...signed,
};

const number = (values: Values, name: string): number | undefined =>
  values[name] === undefined ? undefined : Number(values[name]);

const plan = { what: 'the plan, or one interval of it', example: 'pln_scope_ultimate' };

/** One command a kind, so that each asks for just what that kind needs. */
const create = (
  summary: string,
  options: OptionSpecs,
  orderOf: (values: Values) => Omit<BatchOrder, 'count' | 'validTo'>,
): Command => ({
  summary,
  options: { ...options, ...shared },
  run: async (operator, values) => {
    const validTo = values.until === undefined ? undefined : Date.parse(values.until);
    const order = { ...orderOf(values), name: given(values, 'name'), count: number(values, 'count') ?? 0, validTo };
    const { batchId, codes } = await operator.createCoupons(order, byOf(values));
    return [`Batch ${batchId}. These codes are shown this once:`, ...codes];
  },
});

/** Batches of codes (OP-03). */
export const couponCommands: Readonly<Record<string, Command>> = {
  'coupons create-term': create(
    'Make prepaid codes for a plan and a number of months',
    { plan, months: { what: 'how long each lasts', example: '12', most: batchLimits.months } },
    ({ plan: planId, months }) => ({ type: 'Prepaid', planId, months: Number(months) }),
  ),
  'coupons create-perpetual': create(
    'Make prepaid codes for perpetual scope licences',
    { plan, maintenance: whole('months of maintenance that come with it; 12 when absent', '36', batchLimits.months) },
    (values) => ({
      type: 'Prepaid',
      planId: values.plan,
      perpetual: true,
      maintenanceMonths: number(values, 'maintenance'),
    }),
  ),
  'coupons create-maintenance': create(
    'Make codes for more maintenance of perpetual licences of a plan’s tier',
    { plan, months: { what: 'how much more', example: '12', most: batchLimits.months } },
    ({ plan: planId, months }) => ({ type: 'PrepaidMaintenance', planId, months: Number(months) }),
  ),
  'coupons create-discount': create(
    'Make discount coupons',
    {
      plan: { ...plan, what: `${plan.what}; everything that is sold when absent`, optional: true },
      percent: { what: 'how much comes off', example: '20', most: 100 },
      bills: whole('how many bills it lowers; all when absent', '1', batchLimits.bills),
      uses: whole('how many accounts may use each code; 1 when absent', '500', batchLimits.uses),
    },
    (values) => ({
      type: 'Discount',
      planId: values.plan,
      percent: number(values, 'percent'),
      cycles: number(values, 'bills'),
      uses: number(values, 'uses'),
    }),
  ),
  'coupons revoke-batch': {
    summary: 'Take a batch of codes back: those that nobody redeemed open nothing any more',
    options: { batch: { what: 'what stands before the _ of its codes', example: 'ppd-7k2m9' }, ...signed },
    refusals: { not_found: 'There is no such batch. Its name stands before the _ of its codes, in small letters.' },
    run: async (operator, values) => {
      const { revoked, redeemed } = await operator.revokeCoupons(given(values, 'batch'), byOf(values));
      return [`Codes that open nothing any more: ${revoked}`, `Redemptions that stay as they are: ${redeemed}`];
    },
  },
};
