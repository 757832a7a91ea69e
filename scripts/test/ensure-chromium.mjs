import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The journeys need a browser; Debian's is taken, because it comes with everything it depends on. */

const find = () =>
  existsSync('/usr/bin/chromium') ||
  ['chromium', 'chromium-browser', 'google-chrome'].some((name) => spawnSync('which', [name]).status === 0);

const apt = (...args) =>
  spawnSync('apt-get', args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0;

/** True when there is a browser, installed just now if need be; otherwise says what to install. */
export const ensureChromium = () => {
  if (find()) return true;
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    console.log('Installing Chromium (apt-get install chromium) …');
    if (apt('update', '-qq') && apt('install', '-y', '-qq', 'chromium') && find()) return true;
  }
  console.log('The journeys need Chromium or Google Chrome. Install it, for example: sudo apt-get install chromium');
  return false;
};
