import { describe, expect, test } from 'vitest';
import { hashKeyText, hintOf, isKeyText, newKeyText } from './key-text.ts';

describe('[INV-22] text of a vendor key', () => {
  test('has the prefix, 256 random bits and a checksum', () => {
    const keys = Array.from({ length: 200 }, newKeyText);
    for (const key of keys) expect(key).toMatch(/^foyer_vk_[0-9A-Za-z]{49}$/);
    expect(keys.every(isKeyText)).toBe(true);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('the checksum is CRC-32 in base 62, as a secret scanner computes it', () => {
    expect(isKeyText(`foyer_vk_${'0'.repeat(43)}0TOskD`)).toBe(true);
  });

  test.each<[string, (key: string) => string]>([
    ['a changed character', (key) => key.replace(/.(?=.{6}$)/, (sign) => (sign === 'a' ? 'b' : 'a'))],
    ['a changed checksum', (key) => key.replace(/.$/, (sign) => (sign === 'a' ? 'b' : 'a'))],
    ['a missing character', (key) => key.slice(0, -1)],
    ['one character more', (key) => `${key}0`],
    ['another prefix', (key) => key.replace('foyer_vk_', 'foyer_vx_')],
    ['a space before it', (key) => ` ${key}`],
    ['a line break after it', (key) => `${key}\n`],
    ['nothing', () => ''],
  ])('%s is no key', (_name, spoil) => {
    expect(isKeyText(spoil(newKeyText()))).toBe(false);
  });

  test('hash and hint do not give the key away', () => {
    const key = newKeyText();
    expect(hashKeyText(key)).toHaveLength(43);
    expect(hintOf(key)).toMatch(/^foyer_vk_[0-9A-Za-z]{4}…[0-9A-Za-z]{4}$/);
  });
});
