import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readMigrations } from '../apps/server/src/adapters/postgres/migration-files.ts';
import { REPOSITORY } from './servers.ts';

/** The last release and this repository, each as the files of a server. */

const LANGUAGES = ['en', 'de'];
const MIGRATIONS = 'apps/server/migrations';

/** Runs a program and returns its output. Throws if it fails. */
const run = (program: string, args: readonly string[], cwd: string): string => {
  const { status, stdout, error } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0)
    throw new Error(`${program} ${args.join(' ')} failed${error ? `: ${error.message}` : '; see above'}.`);
  return stdout.trim();
};

/** Runs a function of a script of the build. They are JavaScript without types. */
const runScript = (root: string, name: string, call: string): void => {
  const script = JSON.stringify(path.join(root, 'scripts', name));
  const code = `const build = await import(${script}); if (build.${call} === 'failed') process.exit(1);`;
  console.log(run(process.execPath, ['--input-type=module', '-e', code], root));
};

/** Commit that set the version of package.json last. */
const findLastRelease = (): string => {
  const commit = run('git', ['log', '-1', '--format=%H', '-G', '^  "version":', '--', 'package.json'], REPOSITORY);
  if (!commit) throw new Error('The history has no release. Name its commit: npm run drill -- upgrade --from <commit>');
  return commit;
};

/** Links each package of the repository into a folder, except those of Foyer, which are its own. */
const linkPackages = (folder: string): void => {
  for (const place of ['.', 'apps/server', 'apps/web']) {
    const [from, to] = [path.join(REPOSITORY, place, 'node_modules'), path.join(folder, place, 'node_modules')];
    if (!existsSync(from) || !existsSync(path.dirname(to))) continue;
    mkdirSync(to);
    for (const name of readdirSync(from))
      if (name !== '@foyer') symlinkSync(path.join(from, name), path.join(to, name));
  }
  mkdirSync(path.join(folder, 'node_modules/@foyer'));
  for (const name of readdirSync(path.join(folder, 'packages')))
    symlinkSync(path.join(folder, 'packages', name), path.join(folder, 'node_modules/@foyer', name));
};

/** Writes the repository as it was at a commit, with its packages. */
const writeClone = (folder: string, commit: string): void => {
  mkdirSync(folder);
  run('git', ['archive', '--output', `${folder}.tar`, commit], REPOSITORY);
  run('tar', ['-xf', `${folder}.tar`], folder);
  const [here, there] = [REPOSITORY, folder].map((root) => readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  if (here === there) linkPackages(folder);
  else run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], folder);
};

/** Builds the pages of `root`, and writes its server into a folder. */
const writeRelease = (root: string, folder: string, commit: string): void => {
  runScript(root, 'build-web.mjs', 'buildWeb()');
  mkdirSync(folder);
  runScript(root, 'build.mjs', `writeFiles(${JSON.stringify(folder)}, ${JSON.stringify({ COMMIT: commit })})`);
  if (root === REPOSITORY) linkPackages(folder);
  else
    for (const place of ['node_modules', 'apps/server/node_modules'])
      if (existsSync(path.join(root, place))) symlinkSync(path.join(root, place), path.join(folder, place));
};

const firstScriptOf = (folder: string): string => {
  const page = readFileSync(path.join(folder, 'apps/web/dist/en/index.html'), 'utf8');
  return /"\/assets\/([\w-]+)\.js"/.exec(page)?.[1] ?? '';
};

/** Renames the first script of the page. */
const renameScript = (folder: string): void => {
  const dist = path.join(folder, 'apps/web/dist');
  const name = firstScriptOf(folder);
  for (const end of ['js', 'js.br', 'js.gz'])
    renameSync(path.join(dist, `assets/${name}.${end}`), path.join(dist, `assets/${name}-renamed.${end}`));
  for (const language of LANGUAGES) {
    const page = path.join(dist, language, 'index.html');
    writeFileSync(page, readFileSync(page, 'utf8').replaceAll(`/assets/${name}.js`, `/assets/${name}-renamed.js`));
  }
};

/** Migrations for a repository without new ones: a column and an index of tables that the clients write. */
const STAND_INS: Readonly<Record<string, string>> = {
  '9998-drill-column.sql': '-- Kind: expand\n-- Locks: users\nALTER TABLE users ADD COLUMN drill text;\n',
  '9999-drill-index.sql':
    '-- Kind: expand\n-- Transaction: none\nCREATE INDEX CONCURRENTLY payment_attempts_drill ON payment_attempts (sent_at);\n',
};

export interface Releases {
  /** Folder of the last release. */
  readonly earlier: string;
  /** Folder of this repository as it is. */
  readonly later: string;
  /** Names of the migrations that only the later one has. */
  readonly migrations: readonly string[];
}

/** Writes the release of a commit, or the last one, and this repository. Each has a page file that the other one lacks. */
export const writeReleases = (folder: string, from: string | undefined): Releases => {
  const commit = run('git', ['rev-parse', '--verify', `${from ?? findLastRelease()}^{commit}`], REPOSITORY);
  const clone = path.join(folder, 'clone');
  const earlier = path.join(folder, 'earlier');
  const later = path.join(folder, 'later');
  writeClone(clone, commit);
  writeRelease(clone, earlier, commit.slice(0, 8));
  writeRelease(REPOSITORY, later, 'this one');
  if (firstScriptOf(earlier) === firstScriptOf(later)) renameScript(later);
  const namesOf = (root: string) => readdirSync(path.join(root, MIGRATIONS));
  if (namesOf(later).every((name) => namesOf(earlier).includes(name)))
    for (const [name, sql] of Object.entries(STAND_INS)) writeFileSync(path.join(later, MIGRATIONS, name), sql);
  const added = readMigrations(path.join(later, MIGRATIONS)).filter(({ name }) => !namesOf(earlier).includes(name));
  const contracting = added.find(({ declaration }) => declaration?.kind !== 'expand');
  if (contracting)
    throw new Error(
      `${contracting.name} is a contract migration: the servers of ${commit.slice(0, 8)} must stop before it.`,
    );
  return { earlier, later, migrations: added.map(({ name }) => name) };
};
