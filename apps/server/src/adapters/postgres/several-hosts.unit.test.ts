import { expect, test } from 'vitest';
import { addressesOf, whyUnusableAddress } from './several-hosts.ts';

test.each([
  ['postgresql://jo:word@db/foyer?sslmode=require', ['postgresql://jo:word@db/foyer?sslmode=require']],
  [
    'postgresql://jo:a,b@db1:5501,db2:5502/foyer?sslmode=require',
    ['postgresql://jo:a,b@db1:5501/foyer?sslmode=require', 'postgresql://jo:a,b@db2:5502/foyer?sslmode=require'],
  ],
  ['postgres://db1,[::1]:5502/foyer', ['postgres://db1/foyer', 'postgres://[::1]:5502/foyer']],
  ['postgresql:///foyer?host=/run/postgresql', ['postgresql:///foyer?host=/run/postgresql']],
])('[D15] %s names the hosts in their order', (url, addresses) => {
  expect(addressesOf(url)).toEqual(addresses);
  expect(whyUnusableAddress(url)).toBeNull();
});

test.each([
  ['mysql://db/foyer', 'must begin with postgresql://'],
  ['postgresql://jo@db1:x,db2/foyer', 'must begin with postgresql://'],
  ['postgresql://jo@db1,,db2/foyer', 'one of them is empty'],
  ['postgresql:///foyer?host=db1,db2', 'Put them before the database'],
  ['postgresql://db/foyer?target_session_attrs=any', 'target_session_attrs=any. Foyer writes'],
])('[D15] %s is refused with what to do', (url, words) => {
  expect(whyUnusableAddress(url)).toContain(words);
});

test('[D15] target_session_attrs=read-write is what Foyer does anyway', () => {
  expect(whyUnusableAddress('postgresql://db1,db2/foyer?target_session_attrs=read-write')).toBeNull();
});
