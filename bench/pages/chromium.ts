import { type BrowserContext, chromium } from '@playwright/test';
import { makeTempFolder } from '../../apps/server/test/temp-folder.ts';
import { browserArguments, FULL_BROWSERS, findBrowser } from '../../e2e/chromium.ts';
import type { Cleanup } from '../cleanup.ts';

/** Path of the browser to measure: one with all parts, as customers have it. Null if none is installed. */
export const findChromium = (): string | null => findBrowser(FULL_BROWSERS);

export interface Browser {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

/** Opens a browser with an empty profile and a cold cache. Lighthouse connects through `debuggingPort`. */
export const openBrowser = async (cleanup: Cleanup, debuggingPort?: number): Promise<Browser> => {
  const executablePath = findChromium();
  if (executablePath === null)
    throw new Error(`Chromium is not installed: looked for ${FULL_BROWSERS.join(', ')} in PATH`);
  const profile = makeTempFolder('chromium');
  cleanup.add('a browser profile', () => profile.remove());
  const context = await chromium.launchPersistentContext(profile.path, {
    executablePath,
    args: [...browserArguments, ...(debuggingPort === undefined ? [] : [`--remote-debugging-port=${debuggingPort}`])],
  });
  cleanup.add('a browser', () => context.close());
  const close = async () => {
    await context.close();
    profile.remove();
  };
  return { context, close };
};
