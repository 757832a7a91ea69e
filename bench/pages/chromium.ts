import { existsSync } from 'node:fs';
import { type BrowserContext, chromium } from '@playwright/test';
import { makeTempFolder } from '../../apps/server/test/temp-folder.ts';
import type { Closing } from '../closing.ts';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The system's browser, because Playwright's own download is not used here. */
export const findChromium = (): string | null => PLACES.find((place) => existsSync(place)) ?? null;

/** No chatter to the network; as root Chromium has no sandbox to offer. */
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

/** A browser with an empty profile, so that its cache is cold; with a port when Lighthouse shall come in, too. */
export const openBrowser = async (closing: Closing, debuggingPort?: number): Promise<Browser> => {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('Chromium is not installed');
  const profile = makeTempFolder('chromium');
  closing.add('a browser profile', () => profile.remove());
  const context = await chromium.launchPersistentContext(profile.path, {
    executablePath,
    args: [
      ...QUIET,
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ...(debuggingPort === undefined ? [] : [`--remote-debugging-port=${debuggingPort}`]),
    ],
  });
  closing.add('a browser', () => context.close());
  const close = async () => {
    await context.close();
    profile.remove();
  };
  return { context, close };
};
