import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './bootstrap.mjs';

/** `npm run sbom`: prints the packages of package-lock.json as a CycloneDX document. Needs no network. */

const HEX_OF = { 'sha512-': 'SHA-512', 'sha1-': 'SHA-1' };

/** Packages of a lock file with their path in it (`place`), without links to the workspaces of this repository. */
export const packagesOf = (lock) =>
  Object.entries(lock.packages)
    .filter(([place, { link }]) => place.includes('node_modules/') && !link)
    .map(([place, entry]) => ({ place, name: entry.name ?? place.split('node_modules/').at(-1), ...entry }));

const hashOf = (integrity = '') => {
  const kind = Object.keys(HEX_OF).find((prefix) => integrity.startsWith(prefix));
  return kind
    ? [{ alg: HEX_OF[kind], content: Buffer.from(integrity.slice(kind.length), 'base64').toString('hex') }]
    : [];
};

const componentOf = ({ place, name, version, license, integrity, dev }) => ({
  type: 'library',
  'bom-ref': place,
  name,
  version,
  purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
  scope: dev ? 'excluded' : 'required',
  hashes: hashOf(integrity),
  licenses: license ? [{ expression: license }] : [],
});

export const sbomOf = (lock) => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: { component: { type: 'application', 'bom-ref': lock.name, name: lock.name, version: lock.version } },
  components: packagesOf(lock).map(componentOf),
});

export const readLock = () => JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));

if (import.meta.main) console.log(JSON.stringify(sbomOf(readLock()), null, 2));
