import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { oneAfterTheOther, waitForInstall } from './install-lock.mjs';

/**
 * What has to be there before anything else can run: the packages, and the Node that they pin.
 * A fresh clone starts this file with the machine's own Node, so it keeps to what Node 20.19 knows and to nothing
 * from node_modules.
 */

export const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const readText = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : null);
const hashOf = (text) => createHash('sha256').update(text).digest('hex');

const mayWrite = (folder) => {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

/** Says what is wrong before a tool says in its own way that it cannot write there. */
export const refuseReadOnly = (folder, why) => {
  if (mayWrite(folder)) return;
  throw new Error(
    `${why}, but this user may not write to ${folder}. Start once as its owner, or from a clone of your own.`,
  );
};

/** npm keeps what it fetches in the home folder. Who has none, or one that takes nothing, gets it beside the data. */
const npmCache = () => {
  const { npm_config_cache: wanted } = process.env;
  try {
    let folder = wanted || path.join(os.homedir(), '.npm');
    while (!existsSync(folder)) folder = path.dirname(folder);
    if (mayWrite(folder)) return {};
  } catch {
    // nobody's home: a user without an entry in /etc/passwd
  }
  return { npm_config_cache: path.join(ROOT, '.foyer', 'npm') };
};

/** This process without the project's own programs first in the PATH: npm must not run on a Node that it replaces. */
const outsideEnvironment = () => ({
  ...process.env,
  ...npmCache(),
  PATH: (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((entry) => !entry.endsWith(path.join('node_modules', '.bin')))
    .join(path.delimiter),
});

/**
 * Somebody may have run npm by hand: then npm's own record of what it installed tells whether it fits the lock file,
 * and an install that would take the packages away under running programs is spared.
 */
const isInstalledAlready = (folder, lock) => {
  const record = readText(path.join(folder, 'node_modules', '.package-lock.json'));
  if (record === null) return false;
  const installed = JSON.parse(record).packages;
  return Object.entries(JSON.parse(lock).packages).every(([name, wanted]) => {
    if (!name.includes('node_modules/') || wanted.link) return true;
    const found = installed[name];
    if (found) return found.version === wanted.version;
    return Boolean(wanted.optional || wanted.devOptional || wanted.peer || wanted.extraneous); // may be left out
  });
};

const runNpm = (folder, args) => {
  const options = { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'], env: outsideEnvironment() };
  const { status, error } = spawnSync('npm', args, options);
  if (error?.code === 'ENOENT') throw new Error('npm is not installed. Install Node 24 together with npm.');
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed in ${folder}.`);
};

/**
 * Installs the packages of `folder` when they are missing or the lock file has changed; one command does so at a time, and
 * the others wait for it.
 */
export const ensureInstalled = (folder = ROOT) => {
  const lock = readText(path.join(folder, 'package-lock.json'));
  if (lock === null) throw new Error(`package-lock.json is missing in ${folder}.`);
  const stamp = path.join(folder, 'node_modules', '.foyer-installed');
  const wanted = `${hashOf(lock)} ${process.platform}-${process.arch}\n`;
  const isInstalled = () => readText(stamp) === wanted || isInstalledAlready(folder, lock);
  waitForInstall(folder);
  if (readText(stamp) === wanted) return;
  if (!isInstalled()) {
    refuseReadOnly(folder, 'Packages are missing');
    oneAfterTheOther(folder, () => {
      if (isInstalled()) return; // by the one that was waited for
      console.log('Installing packages (npm ci) …');
      runNpm(folder, ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
    });
  }
  // only spares the next start a look at the lock file
  if (mayWrite(path.dirname(stamp))) writeFileSync(stamp, wanted);
};

/**
 * The Node that runs everything: the one pinned in package-lock.json, and on a machine that has no pinned one its own
 * when that is new enough.
 */
export const node24 = () => {
  const pinned = path.join(ROOT, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (existsSync(pinned) && spawnSync(pinned, ['--version']).status === 0) return pinned;
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath;
  throw new Error(
    `Foyer runs on Node 24 and brings none for ${process.platform}-${process.arch}. ` +
      `Install Node 24 (this is ${process.versions.node}) and start again.`,
  );
};

/** The environment in which programs of node_modules, and what they start, find the pinned Node first. */
export const insideEnvironment = (more = {}) => ({
  ...process.env,
  PATH: [path.dirname(node24()), path.join(ROOT, 'node_modules', '.bin'), process.env.PATH].join(path.delimiter),
  ...more,
});

/** Says in one line what is missing instead of showing a stack; the scripts' last resort. */
export const endWith = (error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
};
