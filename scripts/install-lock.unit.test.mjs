import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

vi.setConfig({ testTimeout: 60_000 }); // each test starts several Node processes

const BOOTSTRAP = fileURLToPath(new URL('bootstrap.mjs', import.meta.url));
const INSTALLED = '{"packages":{"node_modules/pg":{"version":"1.0.0"}}}';

/** Fresh clone with a fake npm that adds a line to `runs` when it starts and installs once the file `go` exists. */
let folder;
let program;
const pathOf = (name) => path.join(folder, name);
const runs = () => (existsSync(pathOf('runs')) ? readFileSync(pathOf('runs'), 'utf8').trim().split('\n').length : 0);
const releaseInstall = () => writeFileSync(pathOf('go'), '');

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'foyer-install-'));
  writeFileSync(pathOf('package-lock.json'), INSTALLED);
  mkdirSync(pathOf('bin'));
  const npm = `#!/bin/sh
echo "$@" >> runs
until [ -f go ] || [ ! -f package-lock.json ]; do sleep 0.02; done
mkdir -p node_modules && echo '${INSTALLED}' > node_modules/.package-lock.json
`;
  writeFileSync(pathOf('bin/npm'), npm, { mode: 0o755 });
  program = `import { ensureInstalled } from ${JSON.stringify(BOOTSTRAP)}; ensureInstalled(${JSON.stringify(folder)});`;
});
afterEach(() => {
  releaseInstall(); // ends a fake npm that still waits
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const command = () => {
  const env = { ...process.env, PATH: `${pathOf('bin')}${path.delimiter}${process.env.PATH}` };
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { env });
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output.text += part));
  return { output, child, ended: new Promise((end) => child.on('close', end)) };
};

test('two commands at the first start: one installs, the other prints that it waits', async () => {
  const first = command();
  await expect.poll(runs, { timeout: 30_000 }).toBe(1);
  const second = command();
  await expect
    .poll(() => second.output.text, { timeout: 30_000 })
    .toBe(`Another command (process ${first.child.pid}) is installing the packages; waiting for it …\n`);
  releaseInstall();
  expect([await first.ended, await second.ended]).toEqual([0, 0]);
  expect(runs()).toBe(1);
  expect(second.output.text).not.toContain('npm ci');
  expect(readdirSync(folder).filter((name) => name.startsWith('.foyer-installing'))).toEqual([]);
});

test('the second command installs if the first is killed during its install', async () => {
  const first = command();
  await expect.poll(runs, { timeout: 30_000 }).toBe(1);
  const second = command();
  await expect.poll(() => second.output.text, { timeout: 30_000 }).toContain('waiting for it');
  first.child.kill('SIGKILL');
  await expect.poll(runs, { timeout: 30_000 }).toBe(2);
  releaseInstall();
  expect(await second.ended).toBe(0);
  expect(existsSync(pathOf('.foyer-installing'))).toBe(false);
});

test('the lock of a process that has ended is ignored and removed', async () => {
  mkdirSync(pathOf('.foyer-installing'));
  writeFileSync(pathOf('.foyer-installing/pid'), `${spawnSync('true').pid}\n`);
  releaseInstall();
  const { output, ended } = command();
  expect(await ended).toBe(0);
  expect(output.text).toMatch(/^Downloading and installing up to 1 package with "npm ci", once\. .* …\n$/);
  expect(existsSync(pathOf('.foyer-installing'))).toBe(false);
});

test('[L12] packages are installed without their install scripts', async () => {
  releaseInstall();
  expect(await command().ended).toBe(0);
  expect(readFileSync(pathOf('runs'), 'utf8')).toContain('ci --ignore-scripts');
});

test('a package of the repository that is newer than the install gets its link, without an install', async () => {
  mkdirSync(pathOf('node_modules'));
  writeFileSync(pathOf('node_modules/.package-lock.json'), INSTALLED);
  const { packages } = JSON.parse(INSTALLED);
  const link = (name) => ({ resolved: `packages/${name}`, link: true });
  const links = { 'node_modules/@foyer/new': link('new'), 'node_modules/@foyer/gone': link('gone') };
  writeFileSync(pathOf('package-lock.json'), JSON.stringify({ packages: { ...packages, ...links } }));
  mkdirSync(pathOf('packages/new'), { recursive: true });
  expect(await command().ended).toBe(0);
  expect(runs()).toBe(0);
  expect(readdirSync(pathOf('node_modules/@foyer'))).toEqual(['new']);
  expect(realpathSync(pathOf('node_modules/@foyer/new'))).toBe(realpathSync(pathOf('packages/new')));
});
