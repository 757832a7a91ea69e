import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { AGE_BEGIN, decryptWith, encryptWith } from './age.ts';
import { LineSplitter } from './line-splitter.ts';
import { RowsDigest } from './rows-digest.ts';

test('lines are found across any chunks', () => {
  const text = 'one\n\ntwo \u00e9\nthree';
  for (let size = 1; size < text.length; size += 1) {
    const lines = new LineSplitter();
    const bytes = Buffer.from(text);
    const found: string[] = [];
    for (let from = 0; from < bytes.length; from += size)
      found.push(...lines.push(bytes.subarray(from, from + size)).map(String));
    expect([found, lines.isInLine], `chunks of ${size}`).toEqual([['one', '', 'two é'], true]);
  }
});

const digestOf = (...rows: string[]) => {
  const digest = new RowsDigest();
  for (const row of rows) digest.add(Buffer.from(row));
  return digest.digest;
};

test('the digest of rows depends on each row and not on their order', () => {
  expect(digestOf('a', 'b', 'c')).toBe(digestOf('c', 'a', 'b'));
  expect(digestOf('a', 'b')).not.toBe(digestOf('a', 'b', 'b'));
  expect(digestOf('a', 'b')).not.toBe(digestOf('a', 'c'));
  expect(digestOf('ab')).not.toBe(digestOf('a', 'b'));
  expect(digestOf()).toBe('0'.repeat(64));
});

/** A cheap guess, so that a test need not wait. */
const WORK_FACTOR = 4;
const plain = randomBytes(200_000);
const encrypted = (passphrase: string) => buffer(encryptWith(passphrase, WORK_FACTOR)(Readable.from([plain])));
const decrypted = async (passphrase: string, stored: Buffer) => {
  const found = await decryptWith(passphrase, Readable.from([stored]));
  return found && buffer(found);
};

test('[O19] an encrypted backup is opened by its passphrase alone, and a change or a missing end is noticed', async () => {
  const stored = await encrypted('correct horse battery');
  expect(stored.subarray(0, AGE_BEGIN.length)).toEqual(AGE_BEGIN);
  expect(stored.includes(plain.subarray(0, 16))).toBe(false);
  expect(await decrypted('correct horse battery', stored)).toEqual(plain);
  expect(await decrypted('correct horse batterz', stored)).toBeNull();
  const changed = Buffer.from(stored);
  changed[stored.length - 100_000] = (changed[stored.length - 100_000] as number) ^ 1;
  await expect(decrypted('correct horse battery', changed)).rejects.toThrow('invalid');
  await expect(decrypted('correct horse battery', stored.subarray(0, -1))).rejects.toThrow('invalid');
  // A cut between two chunks
  await expect(decrypted('correct horse battery', stored.subarray(0, -(stored.length % 65_552)))).rejects.toThrow();
});
