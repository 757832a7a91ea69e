import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { makeTempFolder } from '../apps/server/test/temp-folder.ts';

/**
 * `npm run drill -- openapi`: reads the API document of a running portal (PORTAL, by default that of `npm start`) and lints it
 * with the installed Redocly. Generates a client with openapi-typescript and compiles a program that uses it. The tools for this
 * are downloaded into a temporary folder, because only this drill needs them.
 */

const TOOLS = ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5.9.3'];
const REDOCLY = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');

/** Fails to compile if a call or a field is missing, or if a wrong value is accepted. */
const PROGRAM = `
import createClient from 'openapi-fetch';
import type { paths } from './schema.js';
const client = createClient<paths>({ baseUrl: 'http://127.0.0.1:9' });
const params = { path: { accountId: 'acc_1' } };
const { data } = await client.GET('/vendor/v1/accounts/{accountId}/entitlements', { params });
export const product: string | undefined = data?.entitlements[0]?.product;
const body = { task: 'payments', returnAddress: 'https://app.example.com/' } as const;
await client.POST('/vendor/v1/accounts/{accountId}/portal-links', { params, body });
// @ts-expect-error there is no such task
await client.POST('/vendor/v1/accounts/{accountId}/portal-links', { params, body: { ...body, task: 'none' } });
`;

const { PORTAL: portal = 'http://localhost:4000' } = process.env;
const { path: folder, remove } = makeTempFolder('openapi');

/** Runs a program in the folder with its output on the terminal. Throws if it fails. */
const run = (program: string, ...args: string[]): void => {
  const { status } = spawnSync(program, args, { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error(`The drill failed: ${program} ${args[0]} ended with exit code ${status}.`);
};
const runTool = (tool: string, ...args: string[]): void =>
  run(process.execPath, path.join(folder, 'node_modules', tool), ...args);

try {
  const answer = await fetch(`${portal}/api/openapi.json`).catch(() => null);
  if (!answer?.ok) throw new Error(`No portal answers at ${portal}. Start it in another terminal: npm start`);
  writeFileSync(path.join(folder, 'openapi.json'), await answer.text());
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  writeFileSync(path.join(folder, 'program.ts'), PROGRAM);
  run('npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...TOOLS);
  run(process.execPath, REDOCLY, 'lint', '--format=summary', 'openapi.json');
  runTool('openapi-typescript/bin/cli.js', 'openapi.json', '-o', 'schema.ts');
  const strict = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2023', '--module', 'nodenext'];
  runTool('typescript/bin/tsc', ...strict, '--lib', 'es2023,dom,dom.iterable', 'program.ts');
  console.log('The API document has no errors, and the generated client compiles.');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  remove();
}
