import { type BatchOrder, batchLimits } from '@foyer/domain/coupons/batch';
import type { Command } from './command.ts';
import { byOf, given, signedLike } from './parts.ts';
import type { OptionSpecs, Values } from './read-arguments.ts';

const whole = (what: string, example: string, most: number) => ({ what, example, most, optional: true }) as const;

const signed = signedLike('"order 4711"');

const shared: OptionSpecs = {
  name: { what: 'purpose of the batch; customers do not see it', example: '"trade fair 2026"', longest: 100 },
  count: { what: 'how many codes', example: '50', most: batchLimits.codes },
  until: {
    what: 'time from which they can no longer be redeemed; never if omitted',
    example: '2027-01-01T00:00:00Z',
    moment: true,
    optional: true,
  },
  ...signed,
};

const number = (values: Values, name: string): number | undefined =>
  values[name] === undefined ? undefined : Number(values[name]);

const plan = { what: 'the plan, or one interval of it', example: 'pln_lab_large' };

/** One command for each type of code, so that it has only the options of that type. */
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
    'Create prepaid codes for a plan and a number of months',
    { plan, months: { what: 'months that each code gives', example: '12', most: batchLimits.months } },
    ({ plan: planId, months }) => ({ type: 'Prepaid', planId, months: Number(months) }),
  ),
  'coupons create-perpetual': create(
    'Create prepaid codes for perpetual licences',
    { plan, maintenance: whole('months of maintenance that come with it; 12 if omitted', '36', batchLimits.months) },
    (values) => ({
      type: 'Prepaid',
      planId: values.plan,
      perpetual: true,
      maintenanceMonths: number(values, 'maintenance'),
    }),
  ),
  'coupons create-maintenance': create(
    'Create codes that extend the maintenance of perpetual licences of a plan’s tier',
    { plan, months: { what: 'months that each code adds', example: '12', most: batchLimits.months } },
    ({ plan: planId, months }) => ({ type: 'PrepaidMaintenance', planId, months: Number(months) }),
  ),
  'coupons create-discount': create(
    'Create discount coupons',
    {
      plan: { ...plan, what: `${plan.what}; every plan if omitted`, optional: true },
      percent: { what: 'discount in percent', example: '20', most: 100 },
      bills: whole('number of invoices it lowers; all if omitted', '1', batchLimits.invoices),
      uses: whole('number of accounts that may use each code; 1 if omitted', '500', batchLimits.uses),
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
    summary: 'Revoke a batch of codes: codes that are not redeemed can no longer be used',
    options: { batch: { what: 'the part of its codes before the _', example: 'ppd-7k2m9' }, ...signed },
    refusals: { not_found: 'not found. The id of a batch is the part of its codes before the _, in small letters.' },
    run: async (operator, values) => {
      const { revoked, redeemed } = await operator.revokeCoupons(given(values, 'batch'), byOf(values));
      return [`Codes that can no longer be used: ${revoked}`, `Redemptions that stay as they are: ${redeemed}`];
    },
  },
};
