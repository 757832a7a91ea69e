import { execFile, spawnSync } from 'node:child_process';
import path from 'node:path';
import { insideEnvironment, node24, ROOT } from '../bootstrap.mjs';

/** Runs a program of node_modules on the pinned Node with inherited output and no stdin. Returns true for exit code 0. */
export const runProgram = (file, args, environment = {}) => {
  const { status } = spawnSync(node24(), [path.join(ROOT, 'node_modules', file), ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: insideEnvironment(environment),
  });
  return status === 0;
};

/** Runs a program like `runProgram`, but collects its output, so that several can run at the same time. */
export const collectProgram = (file, args) =>
  new Promise((resolve) => {
    const options = { cwd: ROOT, env: insideEnvironment(), maxBuffer: 1 << 28 };
    execFile(node24(), [path.join(ROOT, 'node_modules', file), ...args], options, (error, stdout, stderr) =>
      resolve({ succeeded: error === null, output: stdout + stderr }),
    );
  });
