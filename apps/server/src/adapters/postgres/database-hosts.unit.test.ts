import { expect, test } from 'vitest';
import { addressesOf, describeInvalidAddress, unencryptedHost } from './database-hosts.ts';

test.each([
  ['postgresql://jo:word@db/foyer?sslmode=require', ['postgresql://jo:word@db/foyer?sslmode=require']],
  [
    'postgresql://jo:a,b@db1:5501,db2:5502/foyer?sslmode=require',
    ['postgresql://jo:a,b@db1:5501/foyer?sslmode=require', 'postgresql://jo:a,b@db2:5502/foyer?sslmode=require'],
  ],
  ['postgres://db1,[::1]:5502/foyer', ['postgres://db1/foyer', 'postgres://[::1]:5502/foyer']],
  ['postgresql:///foyer?host=/run/postgresql', ['postgresql:///foyer?host=/run/postgresql']],
])('[O15] %s names the hosts in their order', (url, addresses) => {
  expect(addressesOf(url)).toEqual(addresses);
  expect(describeInvalidAddress(url)).toBeNull();
});

test.each([
  ['mysql://db/foyer', 'must begin with postgresql://'],
  ['postgresql://jo@db1:x,db2/foyer', 'must begin with postgresql://'],
  ['postgresql://jo@db1,,db2/foyer', 'one of them is empty'],
  ['postgresql:///foyer?host=db1,db2', 'Put them before the database'],
  ['postgresql://db/foyer?target_session_attrs=any', 'target_session_attrs=any. Foyer writes'],
])('[O15] %s is refused with what to do', (url, words) => {
  expect(describeInvalidAddress(url)).toContain(words);
});

test('[O15] target_session_attrs=read-write is what Foyer does anyway', () => {
  expect(describeInvalidAddress('postgresql://db1,db2/foyer?target_session_attrs=read-write')).toBeNull();
});

test.each([
  ['postgresql://db.test/foyer', 'db.test'],
  ['postgresql://db.test/foyer?sslmode=disable', 'db.test'],
  ['postgresql://db.test/foyer?ssl=0', 'db.test'],
  ['postgresql://192.0.2.1:5433/foyer', '192.0.2.1'],
  ['postgresql://[2001:db8::1]/foyer', '2001:db8::1'],
  ['postgresql://127.0.0.1,db2.test/foyer', 'db2.test'],
  ['postgresql:///foyer?host=db.test', 'db.test'],
  ['postgresql://localhost.evil.test/foyer', 'localhost.evil.test'],
  ['postgresql://db.test/foyer?sslmode=verify-full', null],
  ['postgresql://db1.test,db2.test/foyer?sslmode=verify-full', null],
  ['postgresql://localhost/foyer', null],
  ['postgresql://jo:word@127.0.0.1:5433/foyer', null],
  ['postgresql://[::1]:5433/foyer', null],
  ['postgresql:///foyer', null],
  ['postgresql:///foyer?host=/run/postgresql', null],
  ['postgresql://jo@%2Frun%2Fpostgresql/foyer', null],
])('[ASVS 12.3.1] %s reaches %s without TLS', (url, host) => {
  expect(unencryptedHost(url)).toBe(host);
});
