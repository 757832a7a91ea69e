import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findBrowser, HEADLESS_SHELL } from '../../e2e/chromium.ts';

/** Finds or installs the browser of the end-to-end tests. Debian's package is used because it includes its libraries. */

/** Limits for a machine without a network or with another installation under way. */
const LIMITS = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20', '-o', 'DPkg::Lock::Timeout=60'];

const apt = (...args) =>
  spawnSync('apt-get', [...LIMITS, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0;

const install = (name) => {
  console.log(`Installing ${name} (apt-get install ${name}) …`);
  return apt('install', '-y', '-qq', name);
};

/** True if apt can install the package without an update of its lists. */
const isKnown = (name) => /Candidate: \d/.test(String(spawnSync('apt-cache', ['policy', name]).stdout));

/**
 * Returns true if a browser is installed. As root on Debian it installs the headless shell, also beside another browser,
 * because the tests take about half the time with it. Otherwise it prints what to do.
 */
export const ensureChromium = () => {
  if (findBrowser([HEADLESS_SHELL])) return true;
  const isFound = findBrowser() !== null;
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    if (!isFound) apt('update', '-qq');
    if (isKnown(HEADLESS_SHELL)) install(HEADLESS_SHELL);
    if (!findBrowser()) install('chromium');
  }
  if (findBrowser()) return true;
  console.log(
    `The end-to-end tests need Chromium or Google Chrome. Install it, for example: sudo apt-get install ${HEADLESS_SHELL}`,
  );
  return false;
};
