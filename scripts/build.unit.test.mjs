import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTempFolder } from '../apps/server/test/temp-folder.ts';
import { ROOT } from './bootstrap.mjs';
import { commitOf, refuseForeign, removeTypes, writeFiles } from './build.mjs';
import { noticesOf } from './notices.mjs';

const { path: folder, remove } = makeTempFolder('build');
const built = path.join(folder, 'built');
const environment = { COMMIT: 'abc123', SOURCE_DATE_EPOCH: '1700000000' };
const read = (name) => readFileSync(path.join(built, name), 'utf8');

beforeAll(() => writeFiles(built, environment, { withPages: false }));
afterAll(remove);

test('a build says its release, commit and time, and two builds of a commit say the same', () => {
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  expect(JSON.parse(read('build.json'))).toEqual({ version, commit: 'abc123', builtAt: '2023-11-14T22:13:20.000Z' });
  expect(() =>
    writeFiles(path.join(folder, 'other'), { SOURCE_DATE_EPOCH: 'yesterday' }, { withPages: false }),
  ).toThrow('SOURCE_DATE_EPOCH is a number of seconds since 1970, not "yesterday".');
  expect(commitOf({ COMMIT: 'def' })).toBe('def');
});

test('a build has no tests, no configuration of tools and no packages of the clone', () => {
  const files = readdirSync(built, { recursive: true }).map(String);
  expect(files.filter((name) => /[.]test[.]|(^|\/)(test|testing|node_modules|tsconfig[^/]*)(\/|$)/.test(name))).toEqual(
    [],
  );
  expect(files).toEqual(
    expect.arrayContaining([
      'apps/server/src/main.ts',
      'apps/server/migrations/0001-accounts.sql',
      'catalog/plans.yaml',
      'LICENSE',
    ]),
  );
});

const filesBelow = (...folders) =>
  folders.flatMap((name) => readdirSync(path.join(built, name), { recursive: true }).map((file) => `${name}/${file}`));

test('each document that a message names is in a build, with its heading', () => {
  const named = filesBelow('apps/server/src', 'packages/domain/src', 'packages/contract/src', 'scripts')
    .filter((file) => /[.]m?[jt]s$/.test(file))
    .flatMap((file) => read(file).match(/\bdocs\/[\w/.-]+[.](?:md|json|yaml)(?:#[\w-]+)?/g) ?? []);
  expect(named).toEqual(expect.arrayContaining(['docs/keys.md', 'docs/operations/backup.md#check-the-books']));
  const hasHeading = (file, anchor) =>
    [...read(file).matchAll(/^#+ (.+)$/gm)].some(
      ([, title]) =>
        title
          .toLowerCase()
          .replace(/[^\w -]/g, '')
          .replaceAll(' ', '-') === anchor,
    );
  const missing = [...new Set(named)].filter((name) => {
    const [file, anchor] = name.split('#');
    return !existsSync(path.join(built, file)) || (anchor && !hasHeading(file, anchor));
  });
  expect(missing).toEqual([]);
});

test('the documents of a build link only files of it, and keep the text of other links', () => {
  const documents = filesBelow('docs').filter((file) => file.endsWith('.md'));
  const links = documents.flatMap((file) =>
    [...read(file).matchAll(/\]\(([^)\s#]+)[^)\s]*\)/g)]
      .map(([, target]) => target)
      .filter((target) => !/^\w+:/.test(target))
      .map((target) => path.join(path.dirname(file), target)),
  );
  expect(links).toEqual(expect.arrayContaining(['docs/operations/backup.md', 'SECURITY.md']));
  expect(links.filter((target) => !existsSync(path.join(built, target)))).toEqual([]);
  expect(read('docs/operations/backup.md')).toContain('report it (CONTRIBUTING)');
});

/** Files below `apps` and `packages` that the server loads, found by its imports of relative paths. */
const importsOf = (file, seen = new Set()) => {
  if (seen.has(file)) return seen;
  seen.add(file);
  if (!/[.][jt]s$/.test(file)) return seen;
  for (const [, name] of readFileSync(file, 'utf8').matchAll(/(?:from|import\() ?'([.][^']+)'/g))
    importsOf(path.resolve(path.dirname(file), name), seen);
  return seen;
};

test('every file that the server and its command line import is in a build', () => {
  const wanted = new Set();
  for (const start of ['main.ts', 'cli/foyer.ts']) importsOf(path.join(built, 'apps/server/src', start), wanted);
  expect(wanted.size).toBeGreaterThan(300);
  expect([...wanted].filter((file) => !existsSync(file))).toEqual([]);
});

test('types are removed: every import leads to JavaScript, in the same lines, and commands are those of a build', () => {
  const stripped = path.join(folder, 'stripped');
  writeFiles(stripped, environment, { withPages: false });
  const lines = read('apps/server/src/main.ts').split('\n').length;
  removeTypes(stripped);
  const wanted = new Set();
  for (const start of ['main.js', 'cli/foyer.js']) importsOf(path.join(stripped, 'apps/server/src', start), wanted);
  expect(wanted.size).toBeGreaterThan(300);
  expect([...wanted].filter((file) => !existsSync(file) || file.endsWith('.ts'))).toEqual([]);
  expect(readdirSync(stripped, { recursive: true }).filter((name) => String(name).endsWith('.ts'))).toEqual([]);
  expect(readFileSync(path.join(stripped, 'packages/domain/package.json'), 'utf8')).toContain('./src/*.js');
  const main = readFileSync(path.join(stripped, 'apps/server/src/main.js'), 'utf8');
  expect(main.split('\n').length).toBe(lines);
  expect(main).not.toContain('interface ');
  const command = readFileSync(path.join(stripped, 'apps/server/src/cli/run-command.js'), 'utf8');
  expect(command).toContain("'foyer <command> [options]'");
  const code = readdirSync(stripped, { recursive: true }).filter((name) => String(name).endsWith('.js'));
  expect(code.filter((name) => readFileSync(path.join(stripped, name), 'utf8').includes('npm run foyer'))).toEqual([]);
});

describe('the program of a build says in one line what is missing', () => {
  const run = (...args) =>
    spawnSync(path.join(built, 'bin/foyer'), args, {
      encoding: 'utf8',
      timeout: 30_000, // a server that starts instead would run for ever
      env: { PATH: `${path.dirname(process.execPath)}:${process.env.PATH}` },
    });

  test('packages', () => {
    const stderr = `Packages are missing. Make ${built} anew, in a clone of Foyer: npm run build -- <folder>\n`;
    expect(run('serve')).toMatchObject({ status: 78, stdout: '', stderr });
    expect(run('check-books')).toMatchObject({ status: 1, stdout: '', stderr });
  });

  test('pages, which commands of operators do not need', () => {
    mkdirSync(path.join(built, 'node_modules'));
    expect(run('serve')).toMatchObject({
      status: 78,
      stdout: '',
      stderr: `The pages are not built. Make ${built} anew, in a clone of Foyer: npm run build -- <folder>\n`,
    });
    expect(run('check-books').stderr).not.toContain('The pages');
  });

  test('DATABASE_URL, and nothing is written', () => {
    rmdirSync(path.join(built, 'node_modules'));
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(built, 'node_modules'));
    symlinkSync(path.join(ROOT, 'apps/server/node_modules'), path.join(built, 'apps/server/node_modules'));
    mkdirSync(path.join(built, 'apps/web/dist/assets'), { recursive: true });
    const line =
      'DATABASE_URL is missing: a folder of "npm run build" has no embedded database, so set the address of your PostgreSQL';
    for (const [command, status] of [
      ['serve', 78],
      ['check-books', 1],
    ]) {
      const refused = run(command);
      expect(refused).toMatchObject({ status, stdout: '' });
      expect(refused.stderr).toContain(line);
      expect(refused.stderr).not.toContain('FOYER_HOME');
    }
    expect(existsSync(path.join(built, '.foyer'))).toBe(false);
  }, 60_000);
});

test('a folder with other files than a build is not replaced', () => {
  const foreign = path.join(folder, 'foreign');
  mkdirSync(foreign);
  expect(() => refuseForeign(foreign)).not.toThrow(); // empty
  expect(() => refuseForeign(built)).not.toThrow();
  writeFileSync(path.join(foreign, 'letter.txt'), 'dear');
  expect(() => refuseForeign(foreign)).toThrow(`${foreign} holds other files than a build.`);
});

test('the notices name each package that a build contains, with the text of its licence', () => {
  const notices = noticesOf({
    packages: {
      '': { version: '1.0.0' },
      'node_modules/pg': { version: '8.0.0', license: 'MIT' },
      'node_modules/vitest': { version: '5.0.0', license: 'MIT', dev: true },
    },
  });
  expect(notices).toContain('pg 8.0.0 (MIT)\n\nMIT License');
  expect(notices).not.toContain('vitest');
});

describe('deploy/foyer, with stand-ins of systemd-run and systemctl', () => {
  const bin = path.join(folder, 'stand-in');
  const env = { PATH: `${bin}${path.delimiter}${process.env.PATH}` };
  const wrapper = path.join(ROOT, 'deploy/foyer');
  const standIn = (program, lines) =>
    writeFileSync(path.join(bin, program), ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o755 });
  beforeAll(() => mkdirSync(bin));

  test('runs a command with the settings of the service and keeps its arguments whole', () => {
    standIn('systemd-run', ['printf "%s\\n" "$@"']);
    const { stdout } = spawnSync(wrapper, ['refunds', 'dismiss', '--reason', 'day one'], { encoding: 'utf8', env });
    const args = stdout.split('\n');
    expect(args).toContain('--property=EnvironmentFile=/etc/foyer/foyer.env');
    expect(args.slice(args.indexOf('/opt/foyer/bin/foyer') + 1, -1)).toEqual([
      'refunds',
      'dismiss',
      '--reason',
      'day one',
    ]);
  });

  test('passes its input to the command, and ends with the code of the command', () => {
    standIn('systemd-run', ['cat', 'exit 3']);
    const { stdout, status } = spawnSync(wrapper, ['due'], { encoding: 'utf8', env, input: 'yes' });
    expect({ stdout, status }).toEqual({ stdout: 'yes', status: 3 });
  });

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'])(
    '%s stops the unit of the command and waits for its end',
    async (signal) => {
      const seen = path.join(bin, `seen-${signal}`);
      standIn('systemd-run', [
        `trap 'kill "$sleeping"; echo ended >> "${seen}"; exit 5' TERM`,
        'sleep 60 & sleeping=$!',
        `echo "$2" > "${seen}"; echo $$ > "${seen}.pid"`,
        'wait',
      ]);
      standIn('systemctl', [`echo "$@" >> "${seen}"`, `kill "$(cat "${seen}.pid")"`]);
      const run = spawn(wrapper, ['audit', 'follow'], { env, stdio: 'ignore' });
      const ended = new Promise((resolve) => run.once('exit', resolve));
      await expect.poll(() => existsSync(`${seen}.pid`) && readFileSync(`${seen}.pid`, 'utf8')).toMatch(/\n/);
      run.kill(signal);
      expect(await ended).not.toBe(0);
      const unit = `foyer-command-${run.pid}`;
      expect(readFileSync(seen, 'utf8')).toBe(`--unit=${unit}\nstop ${unit}\nended\n`);
    },
  );

  test('a signal before systemd knows the unit stops the command too', async () => {
    const seen = path.join(bin, 'seen-early');
    standIn('systemd-run', [
      `trap 'kill "$sleeping"; echo ended >> "${seen}"' TERM`,
      'sleep 60 & sleeping=$!',
      `echo $$ > "${seen}.pid"`,
      'kill $PPID',
      'wait',
    ]);
    standIn('systemctl', [
      `echo "$1" >> "${seen}"`,
      `[ "$(grep -c stop "${seen}")" -gt 1 ] || exit 5 # not loaded`,
      `kill "$(cat "${seen}.pid")"`,
    ]);
    const run = spawn(wrapper, ['audit', 'follow'], { env, stdio: 'ignore' });
    expect(await new Promise((resolve) => run.once('exit', resolve))).toBe(143);
    expect(readFileSync(seen, 'utf8')).toBe('stop\nstop\nended\n');
  });
});
