import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const readPage = (file) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
const { version } = JSON.parse(readPage('package.json'));
const headings = [...readPage('CHANGELOG.md').matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);

test('[SH-14] package.json defines the version, and the lock file repeats it', () => {
  const lock = JSON.parse(readPage('package-lock.json'));
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  expect([lock.version, lock.packages[''].version]).toEqual([version, version]);
});

test('[SH-14] the newest release of the change log is the version, and each has its date', () => {
  expect(headings[0]).toBe('Unreleased');
  expect(headings[1].split(' ')[0]).toBe(version);
  expect(headings.slice(1).filter((heading) => !/^\d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)$/.test(heading))).toEqual([]);
});
