import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTempFolder } from '../../../test/temp-folder.ts';
import { writeWhole } from './write-backup.ts';

let folder: ReturnType<typeof makeTempFolder>;
let file = '';
beforeEach(() => {
  folder = makeTempFolder('whole');
  file = join(folder.path, 'daily.backup');
});
afterEach(() => folder.remove());

const left = () => readdirSync(folder.path);

/** Parts of a file, and an error after them. */
async function* parts(error?: Error) {
  yield Buffer.from('one ');
  expect(left()).toEqual([expect.stringMatching(/\.\d+\.partial$/)]);
  if (error) throw error;
  yield Buffer.from('two');
}

test('[O19] a file has its name when it is whole, and only its owner reads it', async () => {
  expect(await writeWhole(file, parts())).toBe(7);
  expect(readFileSync(file, 'utf8')).toBe('one two');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(left()).toHaveLength(1);
});

test('[O19] a full disk leaves no file, and says what to do', async () => {
  const full = Object.assign(new Error('write failed'), { code: 'ENOSPC' });
  await expect(writeWhole(file, parts(full))).rejects.toThrow(
    `backup ${file}: its disk has no room left. The unfinished file was removed. Name a file on a larger disk.`,
  );
  expect(left()).toEqual([]);
});

test('another failure leaves no file and stays what it is', async () => {
  await expect(writeWhole(file, parts(new Error('the database went away')))).rejects.toThrow('the database went away');
  expect(left()).toEqual([]);
});

test('[O19] an existing file is not overwritten', async () => {
  writeFileSync(file, 'the last backup');
  await expect(writeWhole(file, parts())).rejects.toThrow('the file exists');
  expect(readFileSync(file, 'utf8')).toBe('the last backup');
});

test('a folder that does not exist is named', async () => {
  await expect(writeWhole(join(file, 'x'), parts())).rejects.toThrow(`the folder ${file} does not exist, or user`);
});
