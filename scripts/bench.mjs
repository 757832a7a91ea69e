import path from 'node:path';
import { endWith, ensureInstalled, ROOT } from './bootstrap.mjs';

/** `npm run bench`: runs the benchmarks. The libraries compared with are installed in bench/peers, not in the product. */

try {
  ensureInstalled(path.join(ROOT, 'bench/peers'));
  await import('../bench/run.ts');
} catch (error) {
  endWith(error);
}
