import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { waitForInstall, withInstallLock } from './install-lock.mjs';

/**
 * Installs the packages and finds the Node that package-lock.json pins. Every command runs this first.
 * This file, run.mjs, start.mjs, installed.mjs and what they import run on the machine's Node: only features of Node 20.19,
 * no package.
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

/** Throws if this user cannot write to `folder`. Called early, because the errors of npm and vite do not say what to do. */
export const refuseReadOnly = (folder, why) => {
  if (mayWrite(folder)) return;
  throw new Error(
    `${why}, but this user may not write to ${folder}. Run the command once as the owner of that folder, or in a clone that you own.`,
  );
};

/** Environment that moves npm's cache to `.foyer/npm` if the home folder is missing or read-only; otherwise empty. */
const npmCache = () => {
  const { npm_config_cache: wanted } = process.env;
  try {
    let folder = wanted || path.join(os.homedir(), '.npm');
    while (!existsSync(folder)) folder = path.dirname(folder);
    if (mayWrite(folder)) return {};
  } catch {
    // os.homedir() throws for a user without an entry in /etc/passwd.
  }
  return { npm_config_cache: path.join(ROOT, '.foyer', 'npm') };
};

/** Environment without node_modules/.bin in the PATH: npm must not run on the Node that it is about to replace. */
const npmEnvironment = () => ({
  ...process.env,
  ...npmCache(),
  PATH: (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((entry) => !entry.endsWith(path.join('node_modules', '.bin')))
    .join(path.delimiter),
});

/**
 * True if npm's own record of installed packages matches the lock file, as after a manual `npm ci`.
 * Skips an install that would remove packages while programs use them.
 */
const isInstalledAlready = (folder, lock) => {
  const record = readText(path.join(folder, 'node_modules', '.package-lock.json'));
  if (record === null) return false;
  const installed = JSON.parse(record).packages;
  return Object.entries(JSON.parse(lock).packages).every(([name, wanted]) => {
    if (!name.includes('node_modules/') || wanted.link) return true;
    const found = installed[name];
    if (found) return found.version === wanted.version;
    return Boolean(wanted.optional || wanted.devOptional || wanted.peer || wanted.extraneous); // npm may skip these
  });
};

/** Links the packages of the repository that were added after the install, which would take a minute for them alone. */
const linkNewWorkspaces = (folder, lock) => {
  for (const [name, { link, resolved = '' }] of Object.entries(JSON.parse(lock).packages)) {
    const place = path.join(folder, name);
    const target = path.join(folder, resolved);
    if (!link || existsSync(place) || !existsSync(target)) continue;
    mkdirSync(path.dirname(place), { recursive: true });
    try {
      symlinkSync(path.relative(path.dirname(place), target), place);
    } catch (error) {
      if (error.code !== 'EEXIST') throw error; // another command was faster
    }
  }
};

const isOlder = (version, wanted) => {
  const [major, minor] = version.split('.').map(Number);
  return major < wanted[0] || (major === wanted[0] && minor < wanted[1]);
};

/**
 * Throws if Node or npm is too old for the lock file. Debian 12 and 13 package npm 9.2, which fails on an override of a
 * dependency on "latest" and then claims that package-lock.json is missing.
 */
const refuseOldPrograms = () => {
  const node = process.versions.node;
  if (isOlder(node, [20, 19]))
    throw new Error(
      `Node ${node} is too old: Foyer needs 20.19 or newer. Install Node 24, for example with: npm install --global node@24 && npm install --global npm@11`,
    );
  const [, npm] = /^npm\/(\S+)/.exec(process.env.npm_config_user_agent ?? '') ?? []; // set by npm for its commands
  if (npm && isOlder(npm, [10, 8]))
    throw new Error(`npm ${npm} is too old: Foyer needs 10.8 or newer. Install it: npm install --global npm@11`);
};

/** Runs npm in `folder`, with a cache that this user may write to. Throws if it fails. */
export const runNpm = (folder, args) => {
  const options = { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'], env: npmEnvironment() };
  const { status, error } = spawnSync('npm', args, options);
  if (error?.code === 'ENOENT') throw new Error('npm was not found in the PATH. Install Node 24, which includes npm.');
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed in ${folder} with exit code ${status}; see above.`);
};

/**
 * Installs the packages of `folder` if they are missing or the lock file has changed.
 * One command installs at a time; others wait for it.
 */
export const ensureInstalled = (folder = ROOT) => {
  const lock = readText(path.join(folder, 'package-lock.json'));
  if (lock === null)
    throw new Error(`package-lock.json is missing in ${folder}. Restore it: git checkout package-lock.json`);
  const stamp = path.join(folder, 'node_modules', '.foyer-installed');
  const wanted = `${hashOf(lock)} ${process.platform}-${process.arch}\n`;
  const isInstalled = () => readText(stamp) === wanted || isInstalledAlready(folder, lock);
  waitForInstall(folder);
  if (readText(stamp) === wanted) return;
  if (!isInstalled()) {
    refuseReadOnly(folder, 'Packages are missing');
    withInstallLock(folder, () => {
      if (isInstalled()) return; // by the command that held the lock before
      refuseOldPrograms();
      const count = Object.keys(JSON.parse(lock).packages).filter((name) => name.includes('node_modules/')).length;
      console.log(
        `Downloading and installing up to ${count} ${count === 1 ? 'package' : 'packages'} with "npm ci", once. It takes a minute or two, up to ten on a slow machine …`,
      );
      runNpm(folder, ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
    });
  }
  if (mayWrite(folder)) linkNewWorkspaces(folder, lock);
  // Lets the next start skip the comparison with the lock file.
  if (mayWrite(path.dirname(stamp))) writeFileSync(stamp, wanted);
};

/**
 * Path of the Node 24 that runs every program: the one pinned in package-lock.json, or the current one on a platform
 * without a pinned build. Throws if the current one is older than 24.
 */
export const node24 = () => {
  const pinned = path.join(ROOT, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (existsSync(pinned) && spawnSync(pinned, ['--version']).status === 0) return pinned;
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath;
  throw new Error(
    `Foyer needs Node 24 and includes no build of it for ${process.platform}-${process.arch}. ` +
      `Install Node 24 (current: ${process.versions.node}) and run the command again.`,
  );
};

/** Environment whose PATH begins with the pinned Node and node_modules/.bin, for programs and their child processes. */
export const insideEnvironment = (more = {}) => ({
  ...process.env,
  PATH: [path.dirname(node24()), path.join(ROOT, 'node_modules', '.bin'), process.env.PATH].join(path.delimiter),
  ...more,
});

/**
 * Runs a server or a command on the pinned Node until it exits, and then exits with its code. Passes signals on to it, so
 * that it can say what it leaves, and so that none goes on after its caller was stopped.
 */
export const runProgram = (args) => {
  const program = spawn(node24(), args, {
    cwd: ROOT,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'], // if this process dies, the IPC channel closes and a server stops
    env: insideEnvironment(),
  });
  let isStopping = false;
  const stop = (signal) => {
    if (!isStopping) program.kill(signal);
    isStopping = true;
  };
  // One Ctrl-C can arrive several times: the terminal signals the process group, and npm forwards it. Forward only one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));
  // npm sends SIGTERM to its shell, which dies without forwarding it. A changed parent id shows that this has happened.
  if (process.env.npm_lifecycle_event) {
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && stop('SIGTERM'), 500).unref();
  }
  program.on('error', endWith);
  program.on('exit', (code, signal) => process.exit(signal ? 128 + os.constants.signals[signal] : code));
};

/** Prints the error's message without a stack and exits. */
export const endWith = (error, code = 1) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(code);
};
