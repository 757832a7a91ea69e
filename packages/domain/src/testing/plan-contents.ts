import type { AddOn, Feature } from '../catalogue/catalogue.ts';

export const aFeature = (overrides: Partial<Feature> = {}): Feature => ({
  key: 'ft_baseapp',
  label: 'Waveform viewer',
  prerequisiteName: null,
  prerequisiteSteps: [],
  texts: {},
  includes: [],
  ...overrides,
});

export const aPackage = (overrides: Partial<AddOn> = {}): AddOn => ({
  id: 'pkg_scope_power',
  name: 'Power',
  shortName: 'power',
  description: '',
  type: 'package',
  amountCents: 0,
  hasTrial: true,
  sortOrder: 0,
  includedPackages: [],
  texts: {},
  featureKey: null,
  ...overrides,
});
