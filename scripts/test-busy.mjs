import { spawn } from 'node:child_process';
import path from 'node:path';

/**
 * `npm run test:busy [-- arguments of npm test]`: the same tests beside six processes that keep the processors busy. What
 * passes alone and fails here depends on how fast the machine is: a defect of the test, or of the product.
 */

const BUSY_PROCESSES = 6;

/** Works all the time, and ends with the process that started it. */
const BUSY = `
process.on('disconnect', () => process.exit());
const work = () => { const end = Date.now() + 50; while (Date.now() < end); setImmediate(work); };
work();`;

const busy = Array.from({ length: BUSY_PROCESSES }, () =>
  spawn(process.execPath, ['--eval', BUSY], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
);
const tests = spawn(process.execPath, [path.join(import.meta.dirname, 'test.mjs'), ...process.argv.slice(2)], {
  stdio: 'inherit',
});
tests.on('exit', (code) => {
  for (const one of busy) one.kill();
  process.exitCode = code ?? 1;
});
