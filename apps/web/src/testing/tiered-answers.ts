import type { Feature, TieredPlan } from '@foyer/contract/api/plans';
import type { BillingCycle } from '@foyer/contract/api/shapes';
import { aPlan, withoutTiers } from './builders.ts';
import { answer } from './handlers.ts';

const bothCycles = (id: string, monthlyCents: number, hasTrial: boolean): BillingCycle[] =>
  (['monthly', 'yearly'] as const).map((interval) => {
    const amount = interval === 'monthly' ? monthlyCents : (12 * monthlyCents * 84) / 100;
    return {
      interval,
      intervalId: `${id}_${interval}`,
      amount,
      amountDue: amount,
      discounted: false,
      discountedAmount: null,
      description: '',
      hasTrial,
      limitedOffer: false,
    };
  });

const aTieredPlan = (id: string, monthlyCents: number, overrides: Partial<TieredPlan> = {}): TieredPlan => {
  const hasTrial = overrides.hasTrial ?? true;
  const billingCycles = overrides.billingCycles ?? bothCycles(id, monthlyCents, hasTrial);
  return {
    ...withoutTiers(
      aPlan({
        id,
        details: { storageSizeLimit: null, sharingType: null, accessKeyLimit: null },
        hasTrial,
        trialDays: 30,
        annualDiscount: { percentOff: 16, originalPrice: 12 * monthlyCents, pricePerMonth: (monthlyCents * 84) / 100 },
      }),
    ),
    ...overrides,
    billingCycles,
    billingCyclesHash: Object.fromEntries(billingCycles.map((cycle) => [cycle.interval, cycle])),
  };
};

const tier = (name: string) => ({ tierName: name, tierId: name.toLowerCase(), product: 'scope' }) as const;

const aPackage = (shortName: string, name: string): TieredPlan['addOnPackages'][number] => ({
  id: `pkg_${shortName}`,
  name,
  shortName,
  description: `What ${name} does`,
  amount: 0,
  checked: true,
  hasTrial: true,
  order: 0,
  type: 'package',
  includedPackages: [],
  featureKey: `ft_pro${shortName}`,
});

export const starter = (overrides: Partial<TieredPlan> = {}) =>
  aTieredPlan('pln_scope_starter', 2000, {
    ...tier('Starter'),
    displayName: 'Starter',
    shortId: 'starter',
    isStarter: true,
    featureList1: ['ft_baseapp', 'ft_basedecode', 'ft_basespectrum', 'ft_baseprogrammable'],
    featureList2: ['ft_singleremote'],
    ...overrides,
  });

const professional = (shortId: string, name: string, overrides: Partial<TieredPlan> = {}) =>
  aTieredPlan(`pln_scope_${shortId}`, 3500, {
    ...tier('Professional'),
    displayName: `Professional: ${name}`,
    shortId,
    isPro: true,
    addOnPackages: [aPackage(shortId, name)],
    featureList1: ['ft_baseapp'],
    ...overrides,
  });

export const ultimate = (overrides: Partial<TieredPlan> = {}) =>
  aTieredPlan('pln_scope_ultimate', 5000, {
    ...tier('Ultimate'),
    displayName: 'Ultimate',
    shortId: 'ultimate',
    isUltimate: true,
    addOnPackages: [aPackage('power', 'Power'), aPackage('automotive', 'Automotive')],
    featureList1: ['ft_baseapp'],
    ...overrides,
  });

export const power = (overrides: Partial<TieredPlan> = {}) => professional('power', 'Power', overrides);
export const automotive = (overrides: Partial<TieredPlan> = {}) => professional('automotive', 'Automotive', overrides);
export const scopePlans = [starter(), power(), automotive(), ultimate()];

export const anIotPlan = (shortId: string, monthlyCents: number, overrides: Partial<TieredPlan> = {}) =>
  aTieredPlan(`pln_iot_${shortId}`, monthlyCents, {
    product: 'iot',
    tierName: shortId,
    tierId: shortId,
    shortId,
    displayName: shortId.charAt(0).toUpperCase() + shortId.slice(1),
    ...overrides,
  });

export const individual = anIotPlan('individual', 1000, { featureList1: ['ft_iotdevices25'] });
export const student = anIotPlan('student', 500, { hasTrial: false, emailSuffix: '.edu' });
export const enterprise = anIotPlan('enterprise', 0, {
  hasTrial: false,
  customBilling: true,
  paymentMethodRequired: false,
  billingCycles: [],
  annualDiscount: null,
});

const featureLabels: Feature[] = [
  { key: 'ft_baseapp', label: 'Waveform viewer', prerequisite: null, includes: [] },
  { key: 'ft_basedecode', label: 'Basic decoding', prerequisite: null, includes: [] },
  { key: 'ft_basespectrum', label: 'Spectrum view', prerequisite: null, includes: [] },
  {
    key: 'ft_baseprogrammable',
    label: 'Programmable interface',
    prerequisite: { name: 'Arcwave VISA 5.12', steps: ['Download it.', 'Run the installer.'] },
    includes: [],
  },
  { key: 'ft_singleremote', label: 'Remote control', prerequisite: null, includes: [] },
  { key: 'ft_iotdevices25', label: '25 devices', prerequisite: null, includes: [] },
];

export const tieredPlansAre = (...plans: TieredPlan[]) =>
  answer('GET /api/subscription/v2/plans', { plans, data: { plans }, features: featureLabels, trialDays: 30 });
