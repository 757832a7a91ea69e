import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** Debian's package and program of Chromium without a window. */
export const HEADLESS_SHELL = 'chromium-headless-shell';

/** Chromium with all its parts, as customers have it. */
export const FULL_BROWSERS = ['chromium', 'chromium-browser', 'google-chrome'] as const;

/**
 * Arguments that turn off background requests and GPU use, and as root the sandbox, which refuses root. Without hinting the
 * headless shell sets text as wide as Chromium with a window does.
 */
export const browserArguments: readonly string[] = [
  '--disable-gpu',
  '--font-render-hinting=none',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Path of the first of these programs that is installed on the system, or null. No browser is downloaded. */
export const findBrowser = (names: readonly string[] = [HEADLESS_SHELL, ...FULL_BROWSERS]): string | null => {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  for (const name of names)
    for (const folder of folders) {
      const file = path.join(folder, name);
      if (isExecutable(file)) return file;
    }
  return null;
};
