import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeTempFolder } from '../apps/server/test/temp-folder.ts';

/** Clone owned by another user: readable, not writable. */
const { path: clone, remove } = makeTempFolder('clone');
afterAll(() => {
  chmodSync(clone, 0o755);
  remove();
});
cpSync(import.meta.dirname, path.join(clone, 'scripts'), { recursive: true });
mkdirSync(path.join(clone, 'apps/web'), { recursive: true });
writeFileSync(path.join(clone, 'package-lock.json'), '{"packages":{"node_modules/pg":{"version":"1.0.0"}}}');
chmodSync(clone, 0o555);

const NOBODY = 65_534;
/**
 * Module that gives up root's rights. Root may write everywhere, so under root the read-only clone would prove nothing.
 * The started process changes its own user after it was loaded, because Node may lie in a folder only root can read.
 */
const becomeNobody = `data:text/javascript,process.setgid(${NOBODY});process.setuid(${NOBODY})`;
const asOrdinary = process.getuid?.() === 0 ? ['--import', becomeNobody] : [];

test.each(['start.mjs', 'run.mjs'])(
  '%s in a read-only folder without packages: exits with 1 and one line that says what to do',
  (script) => {
    const args = [...asOrdinary, path.join(clone, 'scripts', script)];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toBe(
      `Packages are missing, but this user may not write to ${clone}. Run the command once as the owner of that folder, or in a clone that you own.\n`,
    );
  },
);

/** Files that `script` imports, itself included, and the packages that they import. */
const importsOf = (script, seen = new Set()) => {
  if (seen.has(script)) return seen;
  seen.add(script);
  const source = readFileSync(path.join(import.meta.dirname, script), 'utf8');
  for (const [, name] of source.matchAll(/\bfrom '([^']+)'/g)) {
    if (name.startsWith('./')) importsOf(name.slice(2), seen);
    else seen.add(name);
  }
  return seen;
};

test('few files run before packages are installed, because they run on the Node of the machine', () => {
  const files = new Set(['run.mjs', 'start.mjs', 'installed.mjs'].flatMap((script) => [...importsOf(script)]));
  expect([...files].filter((name) => !name.startsWith('node:')).sort()).toEqual([
    'bootstrap.mjs',
    'build-web.mjs',
    'compress-assets.mjs',
    'install-lock.mjs',
    'installed.mjs',
    'run.mjs',
    'start.mjs',
  ]);
});

test('every command of package.json begins with run.mjs, which runs it on the pinned Node', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8'));
  const { start, 'start:production': production, format, ...others } = scripts;
  expect({ start, production, format }).toEqual({
    start: 'node scripts/start.mjs',
    production: 'node scripts/installed.mjs serve',
    format: 'biome check --write .',
  });
  expect(Object.values(others).filter((command) => !command.startsWith('node scripts/run.mjs '))).toEqual([]);
});
