import { existsSync } from 'node:fs';
import { type BrowserContext, chromium } from '@playwright/test';
import { makeTempFolder } from '../../apps/server/test/temp-folder.ts';
import type { Cleanup } from '../cleanup.ts';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Path of the browser installed on the system, or null. Playwright's own browser is not downloaded. */
export const findChromium = (): string | null => PLACES.find((place) => existsSync(place)) ?? null;

/** Arguments that turn off Chromium's background requests and GPU use. */
const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface Browser {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

/** Opens a browser with an empty profile and a cold cache. Lighthouse connects through `debuggingPort`. */
export const openBrowser = async (cleanup: Cleanup, debuggingPort?: number): Promise<Browser> => {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error(`Chromium is not installed: looked for ${PLACES.join(', ')}`);
  const profile = makeTempFolder('chromium');
  cleanup.add('a browser profile', () => profile.remove());
  const context = await chromium.launchPersistentContext(profile.path, {
    executablePath,
    args: [
      ...QUIET,
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), // Chromium refuses to start its sandbox as root
      ...(debuggingPort === undefined ? [] : [`--remote-debugging-port=${debuggingPort}`]),
    ],
  });
  cleanup.add('a browser', () => context.close());
  const close = async () => {
    await context.close();
    profile.remove();
  };
  return { context, close };
};
