import { describe, expect, test } from 'vitest';
import { isEmailAddress, tidyEmail } from './email-address.ts';

describe('an email address', () => {
  test.each([
    'ada@example.org',
    'ada.byron+portal@mail.example.co.uk',
    "o'brien@example.ie",
    'x@y.zz',
    'jürgen@müller.example',
    '用户@例子.广告',
    `${'a'.repeat(64)}@example.org`,
    'UPPER@EXAMPLE.ORG',
    'dash-ed@a-b.example',
  ])('is %s', (text) => {
    expect(isEmailAddress(text)).toBe(true);
  });

  test.each([
    '',
    'ada',
    'ada@',
    '@example.org',
    'ada@example',
    'ada@@example.org',
    'ada@b@example.org',
    'ada@.example.org',
    'ada@example..org',
    'ada@example.org.',
    '.ada@example.org',
    'ada.@example.org',
    'a..b@example.org',
    'ada byron@example.org',
    'ada@exam ple.org',
    'ada@-example.org',
    'ada@example-.org',
    'ada@127.0.0.1',
    'ada@[127.0.0.1]',
    '"ada"@example.org',
    'Ada <ada@example.org>',
    'ada@example.org,eve@example.org',
    'ada@example.org;eve@example.org',
    'ada@example.org\r\nBcc: eve@example.org',
    'ada\n@example.org',
    'ada@example.org\u0000',
    'ada@example.org\u2028',
    `${'a'.repeat(65)}@example.org`,
    `ada@${'a'.repeat(64)}.org`,
    `ada@${'abcdefghij.'.repeat(24)}org`,
  ])('is not %j', (text) => {
    expect(isEmailAddress(text)).toBe(false);
  });

  test('loses the space around it and nothing else', () => {
    expect(tidyEmail('  Ada@Example.org ')).toBe('Ada@Example.org');
    expect(tidyEmail('ju\u0308rgen@example.org')).toBe('jürgen@example.org');
  });
});
