import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Finds or installs the browser of the end-to-end tests. Debian's package is used because it includes its libraries. */

const find = () =>
  existsSync('/usr/bin/chromium') ||
  ['chromium', 'chromium-browser', 'google-chrome'].some((name) => spawnSync('which', [name]).status === 0);

const apt = (...args) =>
  spawnSync('apt-get', args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0;

/** Returns true if a browser is installed. Installs it with apt if run as root on Debian; otherwise prints what to do. */
export const ensureChromium = () => {
  if (find()) return true;
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    console.log('Installing Chromium (apt-get install chromium) …');
    if (apt('update', '-qq') && apt('install', '-y', '-qq', 'chromium') && find()) return true;
  }
  console.log(
    'The end-to-end tests need Chromium or Google Chrome. Install it, for example: sudo apt-get install chromium',
  );
  return false;
};
