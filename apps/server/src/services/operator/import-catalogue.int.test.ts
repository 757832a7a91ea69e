import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { makeTempFolder } from '../../../test/temp-folder.ts';
import { followCatalogue, importAtStart, readVendorCatalogue } from '../../compose/catalogue.ts';
import { CatalogueRefused } from '../catalogue/ports.ts';

const VENDORS = join(import.meta.dirname, '../../../../../catalog');
const by = { actor: 'jo@vendor.example', reason: 'new prices' };

let h: Harness;
const folders: { remove(): void }[] = [];

beforeAll(async () => {
  h = await startHarness();
});
afterEach(() => h.log.expectQuiet());
afterAll(async () => {
  await h.stop();
  for (const folder of folders) folder.remove();
});

const change = (file: string, from: string, to: string): void => {
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
};
/** The vendor's folder with another price of Starter by the year. */
const starterAt = (cents: number): string => {
  const folder = makeTempFolder('catalogue');
  folders.push(folder);
  cpSync(VENDORS, folder.path, { recursive: true });
  change(join(folder.path, 'plans.yaml'), '29988', String(cents));
  return folder.path;
};
const starterOnSale = async () => {
  const rows = await h.database.query<{ cents: number }>(
    `SELECT amount_cents AS cents FROM plan_prices WHERE interval_id = 'pln_drive_starter_yearly' AND active`,
  );
  return rows.map(({ cents }) => cents);
};
const everything = async () => ({
  prices: await h.database.query('SELECT id, active, valid_to FROM plan_prices ORDER BY id'),
  plans: await h.database.query('SELECT id, active, name, xmin::text FROM plans ORDER BY id'),
  taxRates: await h.database.query('SELECT id, rate_ppm, xmin::text FROM tax_rates ORDER BY id'),
  imports: await h.database.query('SELECT content_hash FROM catalogue_imports ORDER BY id'),
  records: await h.database.query(`SELECT id FROM audit_log WHERE action = 'import_catalogue' ORDER BY id`),
});

describe('[INV-3] a server that starts', () => {
  test('imports newer prices; with an older catalogue it keeps the newer prices until an operator imports the older ones', async () => {
    const newer = starterAt(30_000);
    expect(await importAtStart(h.database, newer)).toMatchObject({ isOutdated: false });
    expect(await starterOnSale()).toEqual([30_000]);

    const before = await everything();
    const late = await importAtStart(h.database, VENDORS);
    expect(late.isOutdated).toBe(true);
    expect(
      late.catalogue.prices.filter(({ id, active }) => active && id.startsWith('prc_drive_starter_y')),
    ).toMatchObject([{ amountCents: 30_000 }]);
    expect(await everything()).toEqual(before);
    expect(await importAtStart(h.database, newer)).toMatchObject({ isOutdated: false });

    await h.operator.importCatalogue(VENDORS, by);
    expect(await starterOnSale()).toEqual([29_988]);
    expect(await importAtStart(h.database, newer)).toMatchObject({ isOutdated: true });
    expect(await importAtStart(h.database, VENDORS)).toMatchObject({ isOutdated: false });
    expect(await starterOnSale()).toEqual([29_988]);
  });

  test('after an update from a release without families: content that was replaced there is not imported again', async () => {
    const { formerHash } = await readVendorCatalogue(VENDORS);
    await importAtStart(h.database, starterAt(30_300));
    await h.database.query('DELETE FROM catalogue_imports');
    for (const hash of [formerHash, 'newer'])
      await h.database.query('INSERT INTO catalogue_imports (content_hash) VALUES ($1)', [hash]);
    expect(await importAtStart(h.database, VENDORS)).toMatchObject({ isOutdated: true });
    expect(await starterOnSale()).toEqual([30_300]);

    await h.database.query('INSERT INTO catalogue_imports (content_hash) VALUES ($1)', [formerHash]);
    expect(await importAtStart(h.database, VENDORS)).toMatchObject({ isOutdated: false }); // it was the current content
  });

  test('with the content that holds adds nothing to the list of imports, and the others need not look', async () => {
    const { imports } = await everything();
    await importAtStart(h.database, VENDORS);
    await h.operator.importCatalogue(VENDORS, by);
    expect((await everything()).imports).toEqual(imports);
  });

  test('at the same moment as another one with another folder: one after the other, and each whole', async () => {
    const [one, other] = [starterAt(30_100), starterAt(30_200)];
    const started = await Promise.all([importAtStart(h.database, one), importAtStart(h.database, other)]);
    expect(started.map(({ isOutdated }) => isOutdated)).toEqual([false, false]);
    const again = await Promise.all([importAtStart(h.database, one), importAtStart(h.database, other)]);
    expect(again.map(({ isOutdated }) => isOutdated).sort()).toEqual([false, true]);
    expect(await starterOnSale()).toEqual([again[0].isOutdated ? 30_200 : 30_100]);
    await h.operator.importCatalogue(VENDORS, by);
  });
});

describe('[SU-10] an import is all or nothing: plans, tax rates and the record of it', () => {
  test('tax rates that contradict each other: no plan is changed either', async () => {
    const folder = starterAt(30_300);
    const twice = `- { country: US, state: MA, prefix: '02', percent: 9, from: 2024-01-01 }\n- { country: US, state: MA, prefix: '02'`;
    change(join(folder, 'tax-rates.yaml'), `- { country: US, state: MA, prefix: '02'`, twice);
    const before = await everything();
    await expect(h.operator.importCatalogue(folder, by)).rejects.toThrow(
      'US MA 02: overlaps another rate of this place',
    );
    expect(await everything()).toEqual(before);
    await expect(importAtStart(h.database, folder)).rejects.toThrow();
    expect(await everything()).toEqual(before);
  });

  test('[INV-9] a command that was carried out before: nothing of the second is left, and no server offers it', async () => {
    await h.operator.importCatalogue(VENDORS, { ...by, requestKey: 'the same' });
    let seen = 0;
    const follow = followCatalogue(h.database, () => {
      seen += 1;
    });
    await follow();
    const before = await everything();
    const second = h.operator.importCatalogue(starterAt(30_400), { ...by, requestKey: 'the same' });
    await expect(second).rejects.toMatchObject({ detail: { code: 'done_already' } });
    expect(await everything()).toEqual(before);
    await follow();
    expect(seen).toBe(1);
  });
});

test.each([
  ['is no YAML', (file: string) => writeFileSync(file, 'drive: [\n'), /at line 2/],
  ['is not there', (file: string) => rmSync(file), /no such file/],
  [
    'is a folder',
    (file: string) => {
      rmSync(file);
      mkdirSync(file);
    },
    /This is a folder, not a file/,
  ],
  ['is a picture', (file: string) => writeFileSync(file, Buffer.from('89504e47', 'hex')), /not a text file in UTF-8/],
  ['is empty', (file: string) => writeFileSync(file, '# later\n'), /The file is empty/],
  ['has names where a list is wanted', (file: string) => writeFileSync(file, 'a: b\n'), /must be a list/],
  [
    'begins in a year',
    (file: string) => writeFileSync(file, '[{ name: x, from: 2027, grants: [] }]'),
    /0\.from: must be a text, not 2027/,
  ],
])('a file that %s is refused by its name, and nothing has changed', async (_, spoil, words) => {
  const folder = starterAt(40_000);
  spoil(join(folder, 'promotions.yaml'));
  const before = await everything();
  const refused = await h.operator.importCatalogue(folder, by).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(CatalogueRefused);
  expect(String(refused)).toContain('promotions.yaml');
  expect(String(refused)).toMatch(words);
  expect(await everything()).toEqual(before);
});
