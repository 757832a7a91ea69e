import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { REPOSITORY } from './servers.ts';

/** Copies of this repository that stand for two releases. */

const LANGUAGES = ['en', 'de'];

/** Runs a function of a script of the build. They are JavaScript without types. */
const runScript = (name: string, call: string): void => {
  const script = new URL(`../scripts/${name}`, import.meta.url).href;
  const code = `const build = await import(${JSON.stringify(script)}); if (build.${call} === 'failed') process.exit(1);`;
  const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`scripts/${name}: ${call} failed; see above.`);
};

/** Writes the files of a release into a folder. It uses the packages of the repository. */
const writeRelease = (folder: string, commit: string): void => {
  mkdirSync(folder);
  runScript('build.mjs', `writeFiles(${JSON.stringify(folder)}, ${JSON.stringify({ COMMIT: commit })})`);
  for (const place of ['node_modules', 'apps/server/node_modules'])
    symlinkSync(path.join(REPOSITORY, place), path.join(folder, place));
};

/** Renames the first script of the page, so that each release has a file that the other one lacks. */
const renameScript = (folder: string): void => {
  const dist = path.join(folder, 'apps/web/dist');
  const [, name = ''] = /"\/assets\/([\w-]+)\.js"/.exec(readFileSync(path.join(dist, 'en/index.html'), 'utf8')) ?? [];
  for (const end of ['js', 'js.br', 'js.gz'])
    renameSync(path.join(dist, `assets/${name}.${end}`), path.join(dist, `assets/${name}-renamed.${end}`));
  for (const language of LANGUAGES) {
    const page = path.join(dist, language, 'index.html');
    writeFileSync(page, readFileSync(page, 'utf8').replaceAll(`/assets/${name}.js`, `/assets/${name}-renamed.js`));
  }
};

/** Migrations of the later release: a column and an index of tables that the clients write. */
const MIGRATIONS: Readonly<Record<string, string>> = {
  '9998-drill-column.sql': '-- Kind: expand\n-- Locks: users\nALTER TABLE users ADD COLUMN drill text;\n',
  '9999-drill-index.sql':
    '-- Kind: expand\n-- Transaction: none\nCREATE INDEX CONCURRENTLY payment_attempts_drill ON payment_attempts (sent_at);\n',
};

export interface Releases {
  /** This repository as it is. */
  readonly earlier: string;
  /** The same with two more migrations and another page. */
  readonly later: string;
}

/** Builds the pages and writes both releases. */
export const writeReleases = (folder: string): Releases => {
  runScript('build-web.mjs', 'buildWeb()');
  const [earlier, later] = [path.join(folder, 'earlier'), path.join(folder, 'later')];
  writeRelease(earlier, 'earlier');
  writeRelease(later, 'later');
  renameScript(later);
  for (const [name, sql] of Object.entries(MIGRATIONS))
    writeFileSync(path.join(later, 'apps/server/migrations', name), sql);
  return { earlier, later };
};
