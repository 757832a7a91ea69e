import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const FOYER = fileURLToPath(new URL('../src/cli/foyer.ts', import.meta.url));

export interface Typed {
  readonly out: string;
  readonly err: string;
  readonly code: number | null;
}

/** Starts a command of the command line. It does not get the environment of the tests. */
export const startCommand = (
  env: NodeJS.ProcessEnv,
  ...line: string[]
): { readonly child: ChildProcess; readonly ended: Promise<Typed> } => {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [FOYER, ...line], { env: { PATH, NODE_COMPILE_CACHE, ...env } });
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]).then(
    ([out, err, [code]]) => ({ out, err, code }),
  );
  return { child, ended };
};

/** Runs a command of the command line as it is typed. */
export const typeCommand = (env: NodeJS.ProcessEnv, ...line: string[]): Promise<Typed> =>
  startCommand(env, ...line).ended;
