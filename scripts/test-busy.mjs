import { spawn } from 'node:child_process';
import path from 'node:path';

/**
 * `npm run test:busy [-- arguments of npm test]`: runs the tests while six processes keep the CPUs busy. A test that fails
 * only here depends on the speed of the machine. That is a defect of the test or of the product.
 */

const BUSY_PROCESSES = 6;

/** Script of a busy process. It ends together with the process that started it. */
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
