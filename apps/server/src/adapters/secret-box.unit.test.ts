import { expect, test } from 'vitest';
import { deriveKeys } from '../derive-keys.ts';
import { makeSecretBox } from './secret-box.ts';

const SECRET = 'a secret of the tests, long enough for anybody';
const makeBox = (secret: string) => makeSecretBox(deriveKeys([secret], 'secret box'));
const box = makeBox(SECRET);

test('[INV-22] what is sealed opens again, and looks different each time', () => {
  const sealed = box.seal('JBSWY3DPEHPK3PXP', 'totp usr_1');
  expect(sealed).not.toContain('JBSWY3DPEHPK3PXP');
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('JBSWY3DPEHPK3PXP');
  expect(box.seal('JBSWY3DPEHPK3PXP', 'totp usr_1')).not.toBe(sealed);
  expect(box.open(sealed, 'totp usr_1')).toBe('JBSWY3DPEHPK3PXP');
});

test.each<[string, (sealed: string) => unknown]>([
  ['another row', (sealed) => box.open(sealed, 'totp usr_2')],
  ['another installation', (sealed) => makeBox(`${SECRET}!`).open(sealed, 'totp usr_1')],
  ['a changed text', (sealed) => box.open(`${sealed.slice(0, 24)}${sealed[24] === 'A' ? 'B' : 'A'}${sealed.slice(25)}`, 'totp usr_1')], // biome-ignore format: a table
  ['half of it', (sealed) => box.open(sealed.slice(0, 30), 'totp usr_1')],
  ['no version', (sealed) => box.open(sealed.slice(3), 'totp usr_1')],
])('[INV-22] does not open: %s', (_name, open) => {
  const sealed = box.seal('JBSWY3DPEHPK3PXP', 'totp usr_1');
  expect(() => open(sealed)).toThrow();
});
