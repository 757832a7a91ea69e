import { expect, test } from 'vitest';
import { aPlan } from '../../../testing/builders.ts';
import { anIotPlan, power, starter, ultimate } from '../../../testing/tiered-answers.ts';
import { lossesBetween } from './losses.ts';

const drive = (id: string, gigabytes: number, keys: number | null, unlimited = false) =>
  aPlan({
    id,
    details: {
      storageSizeLimit: { value: gigabytes * 1e9, displayValue: gigabytes > 50 ? `${gigabytes} GB` : '' },
      sharingType: unlimited
        ? { value: 'unlimited', displayValue: 'Unlimited Contributors' }
        : { value: 'contribute', displayValue: 'Contribute to business or enterprise accounts' },
      accessKeyLimit: keys === null ? null : { value: keys, displayValue: `${keys} Device Access Keys` },
    },
  });
const plans = [drive('small', 50, 2), drive('big', 600, 10, true), drive('endless', 600, null, true)];
const nothing = { storage: null, keys: null, sharing: null, packages: [], less: [], features: [] };

test.each([
  [
    'big',
    'small',
    {
      ...nothing,
      storage: { from: '600 GB', to: '50.00 GB' },
      keys: { from: 10, to: 2 },
      sharing: 'Unlimited Contributors',
    },
  ],
  ['endless', 'big', { ...nothing, keys: { from: null, to: 10 } }],
  ['big', 'endless', null],
  ['small', 'big', null],
  ['small', 'small', null],
  ['gone', 'small', null],
])('from %s to %s', (had, gets, losses) => {
  expect(lossesBetween(plans, had, gets)).toEqual(losses);
});

test('scope: packages and features that the chosen plan does not have, in words; a package is said once, unknown keys not at all', () => {
  const words = [
    { key: 'ft_propower', label: 'Power analysis package' },
    { key: 'ft_multi', label: 'Several scopes' },
  ];
  const tiers = [
    starter(),
    power({ featureList1: ['ft_baseapp', 'ft_multi'], featureList2: ['ft_propower', 'ft_hidden'] }),
    ultimate({ featureList1: ['ft_baseapp', 'ft_propower', 'ft_multi'] }),
  ];
  expect(lossesBetween(tiers, 'pln_scope_power', 'pln_scope_starter', words)).toEqual({
    ...nothing,
    packages: ['Power'],
    features: ['Several scopes'],
  });
  expect(lossesBetween(tiers, 'pln_scope_ultimate', 'pln_scope_power', words)).toEqual({
    ...nothing,
    packages: ['Automotive'],
  });
});

test('[IO-02] a smaller IoT plan: what there is less of; a wider one takes nothing away', () => {
  const words = [
    { key: 'ft_iotdevices25', label: '25 devices', includes: ['ft_iotdevices10'] },
    { key: 'ft_iotdevices10', label: '10 devices', includes: [] },
    { key: 'ft_iothistory1y', label: '1 year', includes: ['ft_iothistory90d'] },
    { key: 'ft_iothistory90d', label: '90 days', includes: [] },
    { key: 'ft_iotdevicesany', label: 'Any number', includes: ['ft_iotdevices25', 'ft_iotdevices10'] },
    { key: 'ft_iothistoryany', label: 'Any time', includes: ['ft_iothistory1y', 'ft_iothistory90d'] },
  ];
  const plans = [
    anIotPlan('individual', 1000, { featureList1: ['ft_iotdevices25', 'ft_iothistory1y'] }),
    anIotPlan('student', 500, { featureList1: ['ft_iotdevices10', 'ft_iothistory90d'] }),
    anIotPlan('enterprise', 0, { featureList1: ['ft_iotdevicesany', 'ft_iothistoryany'] }),
  ];
  const lossesOf = (had: string, gets: string) =>
    lossesBetween(plans, `pln_iot_${had}`, `pln_iot_${gets}`, words)?.less;
  expect(lossesOf('individual', 'student')).toEqual([
    { from: '25 devices', to: '10 devices' },
    { from: '1 year', to: '90 days' },
  ]);
  expect(lossesOf('student', 'individual')).toBeUndefined();
  expect(lossesOf('individual', 'enterprise')).toBeUndefined();
  expect(lossesOf('enterprise', 'student')).toEqual([
    { from: 'Any number', to: '10 devices' },
    { from: 'Any time', to: '90 days' },
  ]);
  expect(lossesBetween(plans, 'pln_iot_enterprise', 'pln_iot_student', words)?.features).toEqual([]);
});

test('answers of a server of 3.0.0 say of no feature what it includes, and of no package which feature it is', () => {
  const words = [{ key: 'ft_propower', label: 'Power analysis package' }];
  const had = { ...power({ featureList1: ['ft_propower'] }), addOnPackages: [{ name: 'Power' }] };
  expect(lossesBetween([had, starter()], had.id, 'pln_scope_starter', words)).toEqual({
    ...nothing,
    packages: ['Power'],
    features: ['Power analysis package'],
  });
});

test('[SP-02] from Starter to Ultimate nothing is lost: one oscilloscope is among four', () => {
  const words = [
    { key: 'ft_singleremote', label: 'Remote control' },
    { key: 'ft_ultmultiremote', label: 'Several scopes', includes: ['ft_singleremote'] },
  ];
  const all = [
    starter({ featureList2: ['ft_singleremote'], featureList1: [] }),
    ultimate({ featureList1: ['ft_ultmultiremote'] }),
  ];
  expect(lossesBetween(all, 'pln_scope_starter', 'pln_scope_ultimate', words)).toBeNull();
});
