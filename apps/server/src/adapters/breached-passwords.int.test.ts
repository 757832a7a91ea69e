import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeTempFolder } from '../../test/temp-folder.ts';
import { openBreachedPasswords } from './breached-passwords.ts';

const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex').toUpperCase();

const folder = makeTempFolder('stolen');
afterAll(folder.remove);
let files = 0;

const fileOf = async (text: string): Promise<string> => {
  files += 1;
  const path = join(folder.path, `${files}.txt`);
  await writeFile(path, text);
  return path;
};

const stolen = Array.from({ length: 300 }, (_, n) => `stolen password ${n}`);

test.each<[string, (hashes: string[]) => string]>([
  ['with counts, as Have I Been Pwned writes it', (hashes) => hashes.map((hash, n) => `${hash}:${n + 1}\r\n`).join('')],
  ['without counts and in small letters', (hashes) => hashes.map((hash) => `${hash.toLowerCase()}\n`).join('')],
  ['without an end of the last line', (hashes) => hashes.join('\n')],
])('[L14] a sorted file of SHA-1 hashes is searched: %s', async (_title, write) => {
  const isBreached = await openBreachedPasswords(await fileOf(write(stolen.map(sha1).toSorted())));
  for (const password of stolen) expect(await isBreached(password), password).toBe(true);
  for (const password of stolen) expect(await isBreached(`${password}!`)).toBe(false);
});

test('[L14] a file of one line, and no file', async () => {
  const one = await openBreachedPasswords(await fileOf(sha1('the only one')));
  expect([await one('the only one'), await one('another one')]).toEqual([true, false]);
  const none = await openBreachedPasswords(null);
  expect(await none('the only one')).toBe(false);
});

test.each([
  ['plain passwords', 'password\n12345678\n'],
  ['nothing', ''],
])('[L14] the server does not start with a file of %s', async (_title, text) => {
  await expect(openBreachedPasswords(await fileOf(text))).rejects.toThrow(/^BREACHED_PASSWORDS: /);
});

const sorted = stolen.map(sha1).toSorted();
const many = Array.from({ length: 20_000 }, (_, n) => sha1(`another one ${n}`)).toSorted();

test('[L14] a large sorted file is searched', async () => {
  const isBreached = await openBreachedPasswords(await fileOf(many.map((hash, n) => `${hash}:${n + 1}\r\n`).join('')));
  expect([await isBreached('another one 7'), await isBreached('another one')]).toEqual([true, false]);
});

test.each([
  ['by another order than that of the hashes', stolen.map(sha1)],
  ['in descending order', sorted.toReversed()],
  ['in two sorted halves', [...many.slice(9_990), ...many.slice(0, 9_990)]],
])('[L14] nor with a file whose lines are %s', async (_title, hashes) => {
  const path = await fileOf(hashes.map((hash, n) => `${hash}:${n + 1}\r\n`).join(''));
  await expect(openBreachedPasswords(path)).rejects.toThrow(/^BREACHED_PASSWORDS: .* not sorted by hash/);
});

test('[L14] nor with a file that is not there', async () => {
  await expect(openBreachedPasswords('/nowhere/stolen.txt')).rejects.toThrow(/ENOENT/);
});
