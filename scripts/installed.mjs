import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { endWith, node24, ROOT, runProgram } from './bootstrap.mjs';

/**
 * `foyer serve` and `npm run start:production`: runs the server as `npm run build` left it. `foyer <command>` runs a command
 * of operators. Installs, builds and writes nothing.
 */

const isServer = process.argv[2] === 'serve';
const args = process.argv.slice(isServer ? 3 : 2);
/** A built folder has JavaScript, a clone TypeScript. */
const file = ['js', 'ts']
  .map((ending) => path.join(ROOT, 'apps/server/src', `${isServer ? 'main' : 'cli/foyer'}.${ending}`))
  .find((each) => existsSync(each));

const isBuilt = existsSync(path.join(ROOT, 'build.json'));
const refuseIncomplete = (what) => {
  throw new Error(
    isBuilt
      ? `${what} Make ${ROOT} anew, in a clone of Foyer: npm run build -- <folder>`
      : `${what} Run: npm run build`,
  );
};

const refuseUnbuilt = () => {
  if (isServer && args.length > 0)
    throw new Error(
      `foyer serve takes no arguments, not "${args[0]}". Settings are environment variables; foyer --help lists commands.`,
    );
  if (!existsSync(path.join(ROOT, 'node_modules'))) refuseIncomplete('Packages are missing.');
  if (isServer && !existsSync(path.join(ROOT, 'apps/web/dist/assets'))) refuseIncomplete('The pages are not built.');
};

try {
  refuseUnbuilt();
  if (node24() === process.execPath) {
    // In this process, so that signals need no forwarding.
    process.argv = [process.execPath, file, ...args];
    await import(pathToFileURL(file).href);
  } else runProgram([file, ...args]);
} catch (error) {
  // deploy/foyer.service repeats no start that ends with 78, as in apps/server/src/start-failure.ts.
  endWith(error, isServer ? 78 : 1);
}
