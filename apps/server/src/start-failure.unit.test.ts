import { expect, test } from 'vitest';
import { CannotStart } from './adapters/cannot-start.ts';
import { describeStartFailure } from './start-failure.ts';

const failed = (code: string, facts: object = {}) => Object.assign(new Error(`${code}: refused`), { code, ...facts });

test.each([
  [new CannotStart('Port 4000 is taken.'), 'Port 4000 is taken.'],
  [failed('EACCES', { path: '/clone/.foyer' }), 'may not use /clone/.foyer.'],
  [failed('EPERM', { path: '/a', dest: '/data/secret' }), 'may not change /data/secret.'],
  [failed('EROFS', { path: '/clone/.foyer' }), 'takes no writes'],
  [failed('EEXIST', { path: '/etc/passwd' }), '/etc/passwd is no folder'],
  [failed('ENOSPC', { path: '/data/secret' }), 'no room left on the disk for /data/secret'],
  [failed('ENOSPC', { syscall: 'write' }), 'There is no room left on the disk.'],
])('%s is said in one line', (error, words) => {
  const said = describeStartFailure(error);
  expect(said).toContain(words);
  expect(said).not.toContain('\n');
});

test.each([[new TypeError('x is not a function')], [failed('EACCES')], [failed('toString', { path: '/a' })]])(
  '%s is for whoever mends it: with its stack',
  (error) => {
    expect(describeStartFailure(error)).toContain('start-failure.unit.test.ts');
  },
);
