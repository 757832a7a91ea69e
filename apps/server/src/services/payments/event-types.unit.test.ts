import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Event types in backquotes or quotes. A type that ends with a dot, or with a dot and an asterisk, stands for all with that begin. */
const typesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, type = '']) => type.replace(/\*$/, ''));

test('[INV-10] the page about Stripe lists each type of event that the code handles, and no other', () => {
  const read = (place: string) => readFileSync(new URL(place, import.meta.url), 'utf8');
  const handled = typesIn(read('./webhooks.ts'), /'((?:[a-z_]+\.)+[a-z_]*)'/g);
  const [line = ''] = /^2\. Add a webhook endpoint.*$/m.exec(read('../../../../../docs/operations/stripe.md')) ?? [];
  const listed = typesIn(line, /`((?:[a-z_]+\.)+(?:[a-z_]+|\*))`/g);
  const covers = (outer: string) => (inner: string) =>
    outer.endsWith('.') ? inner.startsWith(outer) : inner === outer;
  expect(handled.length).toBeGreaterThan(8);
  expect(handled.filter((type) => !listed.some((each) => covers(each)(type)))).toEqual([]);
  expect(listed.filter((each) => !handled.some(covers(each)))).toEqual([]);
});
