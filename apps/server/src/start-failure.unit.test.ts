import { expect, test } from 'vitest';
import { CannotStart } from './adapters/cannot-start.ts';
import { DatabaseUnavailable } from './adapters/postgres/database.ts';
import { CatalogueRefused } from './services/catalogue/ports.ts';
import { describeStartFailure } from './start-failure.ts';

const failed = (code: string, facts: object = {}) => Object.assign(new Error(`${code}: refused`), { code, ...facts });

test.each([
  [new CannotStart('Port 4000 is taken.'), 'Port 4000 is taken.'],
  [new DatabaseUnavailable(failed('57P01')), 'Start it again; what was saved is safe.'],
  [failed('EACCES', { path: '/clone/.foyer' }), 'may not use /clone/.foyer.'],
  [failed('EPERM', { path: '/a', dest: '/data/secret' }), 'may not change /data/secret.'],
  [failed('EROFS', { path: '/clone/.foyer' }), 'takes no writes'],
  [failed('EEXIST', { path: '/etc/passwd' }), '/etc/passwd is not a folder'],
  [new CatalogueRefused('/own/plans.yaml', ['The file is empty.']), '/own/plans.yaml is refused:'],
  [failed('ENOSPC', { path: '/data/secret' }), 'no room left on the disk for /data/secret'],
  [failed('ENOSPC', { syscall: 'write' }), 'There is no room left on the disk.'],
])('%s is said without a stack', (error, words) => {
  const message = describeStartFailure(error);
  expect(message).toContain(words);
  expect(message).not.toContain('start-failure.unit.test.ts');
});

test.each([[new TypeError('x is not a function')], [failed('EACCES')], [failed('toString', { path: '/a' })]])(
  '%s is for whoever mends it: with its stack',
  (error) => {
    expect(describeStartFailure(error)).toContain('start-failure.unit.test.ts');
  },
);
