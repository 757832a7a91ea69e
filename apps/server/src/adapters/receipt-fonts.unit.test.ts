import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { makeReceiptFonts } from './receipt-fonts.ts';

test('a font that could not be read is read again for the next receipt, and then kept', async () => {
  let reads = 0;
  const fontsFor = makeReceiptFonts(async (path) => {
    reads += 1;
    if (reads <= 2) throw new Error('EMFILE: too many open files');
    return readFile(path);
  });
  await expect(fontsFor('Ada')).rejects.toThrow('EMFILE');
  const fonts = await fontsFor('Ada');
  expect([...fonts.keys()]).toEqual(['latin-400', 'latin-600']);
  expect(await fontsFor('Ada')).toEqual(fonts);
  expect(reads).toBe(4);
});
