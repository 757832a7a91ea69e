import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeTempFolder } from '../../../test/temp-folder.ts';
import { CannotStart } from '../cannot-start.ts';
import { ensureDataFolder } from './data-folder.ts';

const folder = makeTempFolder('initdb');
afterAll(() => folder.remove());

/** The programs of a machine on which no database can be made, for the reason given. */
const failing = (name: string, reason: string) => {
  const dir = path.join(folder.path, name);
  mkdirSync(path.join(dir, 'bin'), { recursive: true });
  writeFileSync(path.join(dir, 'bin/initdb'), `#!/bin/sh\necho "initdb: error: ${reason}" >&2\nexit 1\n`, {
    mode: 0o755,
  });
  return { dir, major: '18' };
};

test.each([
  ['nameless', 'could not look up effective user ID 12345: user does not exist', 'no entry in /etc/passwd'],
  ['full', 'could not write to file \\"pg_wal/xlogtemp.9\\": No space left on device', 'Make room'],
  ['other', 'something else', 'something else'],
])('a database that cannot be made (%s) says what to do, and leaves nothing behind', (name, reason, words) => {
  const dataDir = path.join(folder.path, `${name}-data`);
  const make = () => ensureDataFolder(dataDir, failing(name, reason), null);
  expect(make).toThrow(CannotStart);
  expect(make).toThrow(words);
  expect(existsSync(dataDir)).toBe(false);
  expect(existsSync(`${dataDir}.init`)).toBe(false);
});
