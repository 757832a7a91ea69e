import { expect, test } from 'vitest';
import { attachment } from './attachment.ts';

test.each([
  ['R-000123.pdf', 'filename="R-000123.pdf"; filename*=UTF-8\'\'R-000123.pdf'],
  ['Beleg Ä.pdf', 'filename="Beleg _.pdf"; filename*=UTF-8\'\'Beleg%20%C3%84.pdf'],
  ['a";b=\r\nSet-Cookie: x', 'filename="a__b___Set-Cookie_ x"; filename*=UTF-8\'\'a%22%3Bb%3D%0D%0ASet-Cookie%3A%20x'],
  ["../it's(*)", 'filename=".._it_s___"; filename*=UTF-8\'\'..%2Fit%27s%28%2A%29'],
])('[ASVS 5.4.2] the file name %j is encoded', (name, expected) => {
  expect(attachment(name)).toBe(`attachment; ${expected}`);
});
