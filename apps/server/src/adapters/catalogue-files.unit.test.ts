import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { includedFeatures } from '@foyer/domain/catalogue/plan-contents';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { makeTempFolder } from '../../test/temp-folder.ts';
import { readCatalogueFile, readTaxFile } from './catalogue-files.ts';

/** Families of the catalogue folder, and references to them. */

const VENDORS = join(import.meta.dirname, '../../../../catalog');

let folder: ReturnType<typeof makeTempFolder>;
beforeEach(() => {
  folder = makeTempFolder('families');
  cpSync(VENDORS, folder.path, { recursive: true });
});
afterEach(() => folder.remove());

type Entry = Record<string, unknown>;

const edit = <Content>(name: string, change: (content: Content) => unknown): void => {
  const file = join(folder.path, name);
  writeFileSync(file, JSON.stringify(change(parse(readFileSync(file, 'utf8')) as Content)));
};
/** Merges members into the first family. */
const editFirst = (members: Entry): void =>
  edit<Entry[]>('families.yaml', ([first, ...others]) => [{ ...first, ...members }, ...others]);

test('the vendor’s families are read in the order of the file, and plans have the name of theirs', async () => {
  const { families, plans } = await readCatalogueFile(VENDORS);
  expect(families.map(({ key, kind, liveSubscriptions }) => [key, kind, liveSubscriptions])).toEqual([
    ['drive', 'plans', 'one'],
    ['scope', 'tiers', 'several'],
    ['iot', 'metered', 'one'],
  ]);
  expect(families.filter(({ hasMaintenance, exportControl }) => hasMaintenance && exportControl)).toHaveLength(1);
  expect(plans.find(({ id }) => id === 'pln_iot_student')?.name).toBe('IoT Student');
  expect(plans.filter(({ sharingType }) => sharingType !== null).every(({ product }) => product === 'drive')).toBe(
    true,
  );
});

test('a family with another key has its own plans, packages and names', async () => {
  edit<Entry[]>('families.yaml', (list) => [
    ...list,
    { key: 'lab', name: { en: 'Lab', de: 'Labor' }, kind: 'plans', liveSubscriptions: 'several', limits: ['keys'] },
  ]);
  edit<Entry>('plans.yaml', (plans) => ({
    ...plans,
    lab: [{ id: 'pln_lab_small', name: 'Small', keys: 2, prices: { monthly: 100 } }],
  }));
  const { families, plans } = await readCatalogueFile(folder.path);
  expect(families.at(-1)).toEqual({
    key: 'lab',
    names: { en: 'Lab', de: 'Labor' },
    kind: 'plans',
    liveSubscriptions: 'several',
    hasMaintenance: false,
    exportControl: false,
    claim: null,
    limits: ['keys'],
    sortOrder: 3,
  });
  expect(plans.find(({ id }) => id === 'pln_lab_small')).toMatchObject({
    product: 'lab',
    name: 'Lab Small',
    sharingType: null,
  });
});

test('a package belongs to the family that it names, if several have tiers', async () => {
  editFirst({ kind: 'tiers' });
  await expect(readCatalogueFile(folder.path)).rejects.toThrow(
    'packages: serialdecode: needs the family it belongs to, as family. Families with tiers: drive, scope',
  );
  edit<{ packages: Entry[] }>('features.yaml', ({ packages, ...others }) => ({
    ...others,
    packages: packages.map((entry) => ({ ...entry, family: 'scope' })),
  }));
  const { addOns } = await readCatalogueFile(folder.path);
  expect(addOns.map(({ id }) => id)).toContain('pkg_scope_serialdecode');
});

test.each([
  ['pln_crew_boat', 'pln_crew_yard'],
  ['pln_buoys_bay', 'pln_buoys_sea'],
  ['pln_charts_weather', 'pln_charts_ocean'],
])('[SP-05] the second vendor: from %s to %s no feature is lost', async (had, gets) => {
  const catalogue = await readCatalogueFile(join(VENDORS, '../examples/second-vendor'));
  const keysOf = (planId: string) =>
    catalogue.planFeatures.filter((row) => row.planId === planId).map(({ featureKey }) => featureKey);
  const larger = keysOf(gets).flatMap((key) => [key, ...includedFeatures(catalogue, key)]);
  expect(larger).toEqual(expect.arrayContaining(keysOf(had)));
});

test('a package names its feature, if it is one', async () => {
  const { addOns } = await readCatalogueFile(VENDORS);
  expect(addOns.find(({ shortName }) => shortName === 'power')?.featureKey).toBe('ft_propower');
});

test.each<[string, () => void, string]>([
  ['an unknown kind', () => editFirst({ kind: 'bundle' }), 'families.yaml is refused:\n  - 0.kind:'],
  ['a missing name in a language', () => editFirst({ name: { en: 'Drive' } }), '  - 0.name.de:'],
  ['a key with capital letters', () => editFirst({ key: 'Drive' }), '  - 0.key: must begin with a-z'],
  [
    'a key of two families',
    () => edit<Entry[]>('families.yaml', ([first, ...others]) => [first, first, ...others]),
    'has the same key twice',
  ],
  ['no family', () => edit('families.yaml', () => []), 'families.yaml is refused'],
  ['a member that does not exist', () => editFirst({ color: 'red' }), 'families.yaml is refused:\n  - 0: '],
  [
    'plans of an unknown family',
    () => edit<Entry>('plans.yaml', (plans) => ({ ...plans, lab: [] })),
    'plans.yaml is refused:\n  - lab: is not a family of families.yaml: drive, scope, iot',
  ],
  ['a missing file', () => rmSync(join(folder.path, 'maintenance.yaml')), 'maintenance.yaml is refused'],
])('%s is refused with its place', async (_case, spoil, message) => {
  spoil();
  await expect(readCatalogueFile(folder.path)).rejects.toThrow(message);
});

test.each([
  ['pln_scope_base', 'Base'],
  ['pln_scope_free', 'Basic'],
  ['pln_scope_starter', 'Starter'],
  ['pln_scope_serialdecode', 'Professional'],
  ['pln_scope_power', 'Professional'],
  ['pln_scope_milgov', 'Professional'],
  ['pln_scope_automotive', 'Professional'],
  ['pln_scope_ultimate', 'Ultimate'],
  ['pln_scope_starterpromotional', 'Starter'],
  ['pln_scope_ultimatepromotional', 'Ultimate'],
])('[SP-05] tier by plan id, row by row: %s is %s', async (planId, tier) => {
  const { plans } = await readCatalogueFile(VENDORS);
  expect(plans.find(({ id }) => id === planId)?.tierName).toBe(tier);
});

test('a folder for an earlier release has no families.yaml, and gets the families of that release', async () => {
  rmSync(join(folder.path, 'families.yaml'));
  expect((await readCatalogueFile(folder.path)).families.map(({ key }) => key)).toEqual(['drive', 'scope', 'iot']);
});

test.each(['plans', 'families', 'features', 'maintenance', 'promotions', 'tax-rates'])(
  '%s.yaml of more than 4 MB is refused, as a file without an end would be',
  async (name) => {
    const file = join(folder.path, `${name}.yaml`);
    writeFileSync(file, `${readFileSync(file, 'utf8')}${'#'.repeat(4_194_305)}`);
    const read = name === 'tax-rates' ? readTaxFile : readCatalogueFile;
    await expect(read(folder.path)).rejects.toThrow(`${name}.yaml`);
    await expect(read(folder.path)).rejects.toThrow('It has more than 4 MB');
  },
);
