import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
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
// a strict umask of the user who runs the test would hide the copies
execFileSync('chmod', ['-R', 'a+rX', clone]);
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

/** Runs start.mjs in a clone without packages, as npm of that version does, with a stand-in for `npm ci` that fails. */
const startWithNpm = (version, node = process.versions.node) => {
  const { path: folder, remove: removeFolder } = makeTempFolder('first-start');
  cpSync(import.meta.dirname, path.join(folder, 'scripts'), { recursive: true });
  mkdirSync(path.join(folder, 'bin'));
  const packages = { '': {}, 'node_modules/pg': { version: '1.0.0' }, 'node_modules/zod': { version: '4.0.0' } };
  writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ packages }));
  writeFileSync(path.join(folder, 'bin/npm'), '#!/bin/sh\necho "npm $*"\nexit 7\n', { mode: 0o755 });
  const asNode = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${node}'}})`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', asNode, path.join(folder, 'scripts/start.mjs')],
    {
      encoding: 'utf8',
      env: {
        ...process.env,
        PATH: `${path.join(folder, 'bin')}${path.delimiter}${process.env.PATH}`,
        npm_config_user_agent: `npm/${version} node/v${node} linux x64 workspaces/false`,
      },
    },
  );
  removeFolder();
  return { status, stdout, stderr: stderr.replaceAll(folder, '<clone>') };
};

test('the first start says before npm runs what is installed and that it may take minutes', () => {
  const ci = 'ci --ignore-scripts --no-audit --no-fund --loglevel=error';
  expect(startWithNpm('10.8.2', '20.19.0')).toEqual({
    status: 1,
    stdout: `Downloading and installing up to 2 packages with "npm ci", once. It takes a minute or two, up to ten on a slow machine …\nnpm ${ci}\n`,
    stderr: `npm ${ci} failed in <clone> with exit code 7; see above.\n`,
  });
});

test.each([
  ['10.7.0', '20.19.0', 'npm 10.7.0 is too old: Foyer needs 10.8 or newer. Install it: npm install --global npm@11\n'],
  ['9.2.0', '24.1.0', 'npm 9.2.0 is too old: Foyer needs 10.8 or newer. Install it: npm install --global npm@11\n'],
  [
    '10.8.2',
    '20.18.9',
    'Node 20.18.9 is too old: Foyer needs 20.19 or newer. Install Node 24, for example with: npm install --global node@24 && npm install --global npm@11\n',
  ],
])(
  'npm %s on Node %s: the first start says what is too old and what to do, and installs nothing',
  (npm, node, stderr) => {
    expect(startWithNpm(npm, node)).toEqual({ status: 1, stdout: '', stderr });
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

test('run.mjs passes SIGTERM on: the command says what it leaves, and none goes on alone', async () => {
  const { path: folder, remove: removeFolder } = makeTempFolder('command');
  const file = path.join(folder, 'command.mjs');
  writeFileSync(
    file,
    `process.on('SIGTERM', () => { console.log('nothing is left'); process.exit(7); });
     setInterval(() => {}, 1000);
     console.log('started');`,
  );
  const run = spawn(process.execPath, [path.join(import.meta.dirname, 'run.mjs'), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  run.stdout.setEncoding('utf8').on('data', (text) => {
    if (printed === '') run.kill('SIGTERM');
    printed += text;
  });
  const ended = once(run.stdout, 'close');
  const [code] = await once(run, 'exit');
  expect(code).toBe(7);
  await ended;
  removeFolder();
  expect(printed).toBe('started\nnothing is left\n');
});

test('foyer serve takes no arguments, and starts nothing with them', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [path.join(import.meta.dirname, 'installed.mjs'), 'serve', '--help'],
    {
      encoding: 'utf8',
    },
  );
  expect([status, stderr.trim()]).toEqual([
    78,
    'foyer serve takes no arguments, not "--help". Settings are environment variables; foyer --help lists commands.',
  ]);
});
