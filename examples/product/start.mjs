import { spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import path from 'node:path';
import { demoClient, EXAMPLE_PORT } from '../../apps/server/src/demo/demo-client.ts';
import { endWith, insideEnvironment, node24, ROOT } from '../../scripts/bootstrap.mjs';
import { EXAMPLE_SCOPES, readOrMakeKey } from '../../scripts/example-key.mjs';

/**
 * `npm run example`: starts the example product beside `npm start`. Builds the client package, and makes a key of the vendor
 * API for a day if there is none from an earlier start. PORTAL, EXAMPLE_PORT, FAMILY, CLIENT_ID, CLIENT_SECRET and WEBHOOK_SECRET replace the values of the demo.
 */

/** Published, as the secret of the client is. */
const WEBHOOK_SECRET = `whsec_${Buffer.from('published key of the example').toString('base64')}`;

const {
  PORTAL: portal = `http://localhost:${process.env.PORT || 4000}`,
  EXAMPLE_PORT: port = String(EXAMPLE_PORT),
  FAMILY: family = 'drive',
} = process.env;

/** Refuses to start without a portal that has clients. */
const requirePortal = async () => {
  const answer = await fetch(`${portal}/openid/.well-known/openid-configuration`).catch(() => null);
  if (!answer)
    throw new Error(
      `No portal answers at ${portal}. Start it in another terminal: npm start (PORTAL names another address)`,
    );
  if (!answer.ok)
    throw new Error(
      `The portal at ${portal} has no clients (status ${answer.status}). Start it with DEMO=1, or see docs/openid.md`,
    );
};

const requirePort = () =>
  new Promise((done, failed) => {
    const probe = createServer()
      .on('error', ({ code }) => failed(new Error(`Port ${port} is not free (${code}). Does the example run already?`)))
      .listen(Number(port), '127.0.0.1', () => probe.close(done));
  });

/** Runs a program of the repository and returns its output. Its errors are shown. */
const run = (args) => {
  const options = { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], env: insideEnvironment() };
  const { status, stdout } = spawnSync(node24(), args, options);
  if (status !== 0) throw new Error(`${stdout}${path.relative(ROOT, args[0])} failed with exit code ${status}.`);
  return stdout;
};

const makeKey = () => {
  const options = ['--name', 'example product', '--scopes', EXAMPLE_SCOPES.join(), '--days', '1'];
  const signed = ['--reason', 'npm run example', '--by', 'example'];
  const out = run([path.join(ROOT, 'apps/server/src/cli/foyer.ts'), 'vendor-key', 'create', ...options, ...signed]);
  const [key] = /foyer_vk_\w+/.exec(out) ?? [];
  if (!key) throw new Error(`vendor-key create printed no key:\n${out}`);
  return key;
};

try {
  await requirePortal();
  await requirePort();
  run([
    path.join(ROOT, 'node_modules/typescript-native/bin/tsc'),
    '-p',
    path.join(ROOT, 'packages/client/tsconfig.build.json'),
  ]);
  Object.assign(process.env, {
    PORTAL: portal,
    EXAMPLE_PORT: port,
    FAMILY: family,
    CLIENT_ID: process.env.CLIENT_ID || demoClient.id,
    CLIENT_SECRET: process.env.CLIENT_SECRET || demoClient.secret,
    WEBHOOK_SECRET: process.env.WEBHOOK_SECRET || WEBHOOK_SECRET,
    FOYER_KEY: await readOrMakeKey({ home: path.resolve(ROOT, process.env.FOYER_HOME || '.foyer'), portal, makeKey }),
  });
  await import('./product.mjs');
} catch (error) {
  endWith(error);
}
