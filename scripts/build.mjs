import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { endWith, ROOT, refuseReadOnly, runNpm } from './bootstrap.mjs';
import { buildWeb } from './build-web.mjs';
import { noticesOf } from './notices.mjs';
import { readLock, sbomOf } from './sbom.mjs';

/**
 * `npm run build [-- <folder>]`: builds the pages and writes a folder, `build` by default, that has all that a server needs
 * and nothing else. It can be moved, packed, and put on a read-only disk ([install.md](../docs/operations/install.md)).
 */

const COPIED = [
  'package-lock.json',
  '.npmrc',
  'LICENSE',
  'CHANGELOG.md',
  'SECURITY.md',
  'catalog',
  'docs',
  'apps/server',
  'apps/web/package.json',
  'packages/contract',
  'packages/domain',
  'scripts/bootstrap.mjs',
  'scripts/install-lock.mjs',
  'scripts/installed.mjs',
];
const LEFT_OUT = /(^|\/)(node_modules|test|testing|\.stamp|tsconfig[^/]*\.json)$|\.test\.(ts|yaml)$|^docs\/[^/]+\.png$/;
const WORKSPACES = ['apps/server', 'packages/contract', 'packages/domain'];
/** Marks a folder that this command made and may replace. */
const MARK = 'build.json';

const FOYER = `#!/bin/sh
# foyer serve: runs the server. foyer <command>: runs a command of operators; foyer --help lists them.
exec node "$(dirname "$(readlink -f "$0")")/../scripts/installed.mjs" "$@"
`;

const ask = (program, args) => {
  const { status, stdout } = spawnSync(program, args, { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
};

/** Commit that is built: COMMIT, or that of the clone with `+` if files have changed since. Null without both. */
export const commitOf = (env) => {
  if (env.COMMIT) return env.COMMIT;
  const commit = ask('git', ['rev-parse', 'HEAD']);
  return commit && ask('git', ['status', '--porcelain']) ? `${commit}+` : commit;
};

/** SOURCE_DATE_EPOCH (https://reproducible-builds.org/specs/source-date-epoch/) makes two builds of a commit equal. */
const builtAtOf = (env) => {
  const seconds = env.SOURCE_DATE_EPOCH;
  if (seconds && !/^\d{1,10}$/.test(seconds))
    throw new Error(`SOURCE_DATE_EPOCH is a number of seconds since 1970, not "${seconds}".`);
  return (seconds ? new Date(Number(seconds) * 1000) : new Date()).toISOString();
};

/** Refuses to replace a folder that this command did not make. */
export const refuseForeign = (folder) => {
  if (!existsSync(folder) || existsSync(path.join(folder, MARK)) || readdirSync(folder).length === 0) return;
  throw new Error(`${folder} holds other files than a build. Choose another folder: npm run build -- <folder>`);
};

/** package.json of the built folder. It has only the commands that work there. */
const packageFor = ({ name, version, description, license, type, workspaces }) => ({
  name,
  version,
  private: true,
  description,
  license,
  type,
  workspaces,
  engines: { node: '>=24' },
  scripts: { 'start:production': 'node scripts/installed.mjs serve', foyer: 'node scripts/installed.mjs' },
});

const LINK = /\[([^\][]+)\]\(([^)\s#]+)[^)\s]*\)/g;

/** Replaces links of the documents to files that only a clone has by their texts. */
const removeForeignLinks = (folder) => {
  for (const name of readdirSync(path.join(folder, 'docs'), { recursive: true }).map(String)) {
    const file = path.join(folder, 'docs', name);
    if (!name.endsWith('.md')) continue;
    // A build has its source compiled.
    const isHere = (target) =>
      /^\w+:/.test(target) || (!target.endsWith('.ts') && existsSync(path.resolve(path.dirname(file), target)));
    const text = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      text.replace(LINK, (link, label, target) => (isHere(target) ? link : label)),
    );
  }
};

/** Writes the files of a server into `folder`, without packages. Without pages for tests, which build none. */
export const writeFiles = (folder, env, { withPages = true } = {}) => {
  const source = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const lock = readLock();
  const write = (file, text) => writeFileSync(path.join(folder, file), text);
  mkdirSync(path.join(folder, 'bin'), { recursive: true });
  for (const name of withPages ? [...COPIED, 'apps/web/dist'] : COPIED)
    cpSync(path.join(ROOT, name), path.join(folder, name), {
      recursive: true,
      filter: (from) => !LEFT_OUT.test(path.relative(ROOT, from)),
    });
  removeForeignLinks(folder);
  write('package.json', `${JSON.stringify(packageFor(source), null, 2)}\n`);
  write('bin/foyer', FOYER);
  chmodSync(path.join(folder, 'bin/foyer'), 0o755);
  write('sbom.json', `${JSON.stringify(sbomOf(lock), null, 2)}\n`);
  write('THIRD-PARTY-NOTICES.txt', noticesOf(lock));
  write(
    MARK,
    `${JSON.stringify({ version: source.version, commit: commitOf(env), builtAt: builtAtOf(env) }, null, 2)}\n`,
  );
};

/** Module names in code, behind `from` or `import`. */
const IMPORTED = /((?:from|import)\s*\(?\s*['"])([^'"\n]+)\.ts(?=['"])/g;

/** Commands of a clone in texts of the server, and what an administrator of a built folder types instead. */
const inBuild = (code) => code.replaceAll(/npm run foyer(?: --)?/g, 'foyer');

/** JavaScript of a TypeScript file, with the same lines. Node warns that its function is experimental. */
const javaScriptOf = (code) => {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return inBuild(stripTypeScriptTypes(code).replace(IMPORTED, '$1$2.js'));
  } finally {
    process.emitWarning = emitWarning;
  }
};

/** Replaces the TypeScript files of a built folder by JavaScript, because Node needs 0.8 s of each start to remove the types. */
export const removeTypes = (folder) => {
  for (const workspace of WORKSPACES) {
    const inside = path.join(folder, workspace);
    for (const name of readdirSync(inside, { recursive: true }).map(String)) {
      if (!name.endsWith('.ts') || name.split(path.sep).includes('node_modules')) continue;
      const file = path.join(inside, name);
      const code = readFileSync(file, 'utf8');
      rmSync(file);
      if (!name.endsWith('.d.ts')) writeFileSync(file.replace(/\.ts$/, '.js'), javaScriptOf(code));
    }
    const own = path.join(inside, 'package.json');
    writeFileSync(own, readFileSync(own, 'utf8').replaceAll('.ts"', '.js"'));
  }
};

/** Installs the packages of the server into `folder`. The lock file fits only the package.json of the repository. */
const installPackages = (folder) => {
  const own = path.join(folder, 'package.json');
  const kept = readFileSync(own);
  cpSync(path.join(ROOT, 'package.json'), own);
  const only = WORKSPACES.flatMap((name) => ['--workspace', name]);
  const flags = ['--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  runNpm(folder, ['ci', ...flags, ...only]);
  writeFileSync(own, kept);
};

const build = (wanted, env) => {
  const folder = path.resolve(ROOT, wanted);
  refuseForeign(folder);
  mkdirSync(path.dirname(folder), { recursive: true });
  refuseReadOnly(path.dirname(folder), `The build is written to ${folder}`);
  if (buildWeb() === 'failed') throw new Error('Building the pages (apps/web) failed; see above.');
  const draft = `${folder}.${process.pid}.partial`;
  try {
    writeFiles(draft, env);
    removeTypes(draft);
    console.log('Installing the packages of the server …');
    installPackages(draft);
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  console.log(`Built into ${folder}. Start it: ${path.join(folder, 'bin/foyer')} serve`);
};

if (import.meta.main) {
  try {
    build(process.argv[2] ?? 'build', process.env);
  } catch (error) {
    endWith(error);
  }
}
