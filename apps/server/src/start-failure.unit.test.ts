import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CannotStart, WrongSettings } from './adapters/cannot-start.ts';
import { DatabaseUnavailable } from './adapters/postgres/database.ts';
import { CatalogueRefused } from './services/catalogue/ports.ts';
import { describeStartFailure, exitCodeOf } from './start-failure.ts';

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

test.each([
  [new WrongSettings('ROLE must be all, web or worker'), 78],
  [new CatalogueRefused('/own/plans.yaml', ['The file is empty.']), 78],
  [new CannotStart('Nothing answers at 127.0.0.1:5432.'), 1],
  [new DatabaseUnavailable(failed('57P01')), 1],
  [failed('ENOSPC'), 1],
  [new TypeError('x is not a function'), 1],
])('%s ends a start with %i, and systemd starts it again only after 1', (error, code) => {
  expect(exitCodeOf(error)).toBe(code);
});

test('the unit of systemd does not start the server again after this code', () => {
  const unit = readFileSync(new URL('../../../deploy/foyer.service', import.meta.url), 'utf8');
  expect(unit).toMatch(/^Restart=always$/m);
  expect(unit).toMatch(new RegExp(`^RestartPreventExitStatus=${exitCodeOf(new WrongSettings(''))}$`, 'm'));
});
