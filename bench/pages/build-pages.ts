import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { makeTempFolder } from '../../apps/server/test/temp-folder.ts';
import type { Cleanup } from '../cleanup.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Builds the product's pages as `npm start` does. Returns an error message, or null on success. */
export const buildProductPages = async (): Promise<string | null> => {
  const script = new URL('../../scripts/build-web.mjs', import.meta.url).href;
  const { buildWeb } = (await import(script)) as { buildWeb: () => 'built' | 'fresh' | 'absent' | 'failed' };
  const result = buildWeb();
  if (result === 'absent') return 'apps/web/vite.config.ts is missing, so there are no pages to measure.';
  if (result === 'failed') return 'Building the pages (apps/web) failed; see above.';
  return null;
};

/** Builds the bare React page with the same Vite. Returns the folder of its files. */
export const buildBarePage = (cleanup: Cleanup): string => {
  const folder = makeTempFolder('bare-react');
  cleanup.add('the bare page', () => folder.remove());
  const { status } = spawnSync(
    process.execPath,
    [
      path.join(ROOT, 'node_modules/vite/bin/vite.js'),
      ...['build', path.join(ROOT, 'bench/bare-react'), '--configLoader', 'native'],
      ...['--outDir', folder.path, '--emptyOutDir', '--logLevel', 'warn'],
    ],
    { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, NODE_ENV: 'production' } },
  );
  if (status !== 0) throw new Error('building the bare React page (bench/bare-react) failed; see above');
  return folder.path;
};
