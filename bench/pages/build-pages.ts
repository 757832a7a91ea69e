import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { makeTempFolder } from '../../apps/server/test/temp-folder.ts';
import type { Closing } from '../closing.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Builds the product's pages as `npm start` does. Gives what went wrong, or null. */
export const buildProductPages = async (): Promise<string | null> => {
  const script = new URL('../../scripts/build-web.mjs', import.meta.url).href;
  const { buildWeb } = (await import(script)) as { buildWeb: () => 'built' | 'fresh' | 'absent' | 'failed' };
  const result = buildWeb();
  if (result === 'absent') return 'There are no pages yet (apps/web/vite.config.ts is missing).';
  if (result === 'failed') return 'The pages (apps/web) could not be built; see above.';
  return null;
};

/** Builds the bare React page with the same Vite and gives the folder of its files. */
export const buildBarePage = (closing: Closing): string => {
  const folder = makeTempFolder('bare-react');
  closing.add('the bare page', () => folder.remove());
  const { status } = spawnSync(
    process.execPath,
    [
      path.join(ROOT, 'node_modules/vite/bin/vite.js'),
      ...['build', path.join(ROOT, 'bench/bare-react'), '--configLoader', 'native'],
      ...['--outDir', folder.path, '--emptyOutDir', '--logLevel', 'warn'],
    ],
    { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, NODE_ENV: 'production' } },
  );
  if (status !== 0) throw new Error('the bare React page could not be built');
  return folder.path;
};
