import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

/** The package as `npm pack` makes it, in an empty folder and without a network. */

const PACKAGE = join(import.meta.dirname, '..');
const COMPILER = join(PACKAGE, '../../node_modules/typescript-native/bin/tsc');
const folder = mkdtempSync(join(tmpdir(), 'foyer-client-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Imports of the package and its types as a product has them. */
const product = `
import { createVendorClient, type Entitlement, isEntitled, verifyWebhook } from '@foyer/client';
const client = createVendorClient({ portal: 'http://127.0.0.1:9', key: 'none' });
export const held: Promise<Entitlement[] | undefined> = client.readEntitlements('acc').then((all) => all?.entitlements);
// @ts-expect-error the contract has no such task
export const wrong = client.createPortalLink('acc', { task: 'admin', returnAddress: '' });
console.log(typeof verifyWebhook, isEntitled([], 'app'));
`;

test('the package has its scripts, types, licence and README and nothing else, and works without dependencies', () => {
  const packed = JSON.parse(
    execFileSync(
      'npm',
      ['pack', '--json', '--silent', '--offline', '--ignore-scripts=false', '--pack-destination', folder],
      {
        cwd: PACKAGE,
        encoding: 'utf8',
      },
    ),
  );
  const [{ filename, files }] = packed;
  expect(files.map(({ path }: { path: string }) => path).sort()).toEqual([
    'LICENSE',
    'README.md',
    ...['foyer-error', 'index', 'product', 'types', 'vendor-client', 'verify-webhook'].flatMap((name) => [
      `dist/${name}.d.ts`,
      `dist/${name}.js`,
    ]),
    'package.json',
  ]);
  const installed = join(folder, 'node_modules/@foyer/client');
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, filename), '-C', installed, '--strip-components=1']);
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  expect([dependencies, peerDependencies]).toEqual([undefined, undefined]);

  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'product.ts'), product);
  const options = [
    '--strict',
    '--target',
    'es2023',
    '--module',
    'nodenext',
    '--lib',
    'es2023,dom,dom.iterable',
    '--types',
    '',
  ];
  execFileSync(process.execPath, [COMPILER, ...options, 'product.ts'], { cwd: folder, encoding: 'utf8' });
  const built = readFileSync(join(folder, 'product.js'), 'utf8');
  writeFileSync(join(folder, 'product.mjs'), built.replace(/^export .*$/gm, ''));
  const printed = execFileSync(process.execPath, ['product.mjs'], { cwd: folder, encoding: 'utf8', env: {} });
  expect(printed).toBe('function false\n');
});
