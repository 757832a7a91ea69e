import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { insideEnvironment, node24, ROOT, refuseReadOnly } from './bootstrap.mjs';
import { compressAssets } from './compress-assets.mjs';

/** Builds apps/web into apps/web/dist, only if a source file has changed since the last build. Nothing else is built. */

const WEB = path.join(ROOT, 'apps', 'web');
const DIST = path.join(WEB, 'dist');
const ASSETS = path.join(DIST, 'assets');
const STAMP = path.join(DIST, '.stamp');
/** Same list as in apps/web/src/locales/languages.ts: TypeScript cannot be imported before packages are installed. */
const LANGUAGES = ['en', 'de'];
const SOURCES = [
  'apps/web',
  'packages/contract',
  'package-lock.json',
  'tsconfig.base.json',
  'scripts/build-web.mjs',
  'scripts/compress-assets.mjs',
];
const NOT_SOURCES = new Set(['node_modules', 'dist', 'coverage']);

const addTo = (hash, file) => {
  const entries = readdirSync(path.dirname(file), { withFileTypes: true });
  const entry = entries.find(({ name }) => name === path.basename(file));
  if (!entry || NOT_SOURCES.has(entry.name)) return;
  if (entry.isDirectory()) {
    for (const name of readdirSync(file).sort()) addTo(hash, path.join(file, name));
  } else if (entry.isFile() && !/[.]test[.]tsx?$/.test(entry.name)) {
    hash.update(`${path.relative(ROOT, file)}\0`).update(readFileSync(file));
  }
};

const sourcesHash = () => {
  const hash = createHash('sha256');
  for (const source of SOURCES) addTo(hash, path.join(ROOT, source));
  return hash.digest('hex');
};

/**
 * Builds the pages of one language into dist/<language> and moves their assets to dist/assets.
 * File names contain a hash of the content, so languages share equal files.
 */
const buildIn = (language) => {
  const vite = path.join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const { status } = spawnSync(node24(), [vite, 'build', '--logLevel', 'warn'], {
    cwd: WEB,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...insideEnvironment(), FOYER_LANGUAGE: language },
  });
  if (status !== 0) return false;
  const made = path.join(DIST, language, 'assets');
  for (const name of readdirSync(made)) renameSync(path.join(made, name), path.join(ASSETS, name));
  return true;
};

/** Returns `built`, `fresh` (no source has changed), `absent` (apps/web/vite.config.ts is missing) or `failed`. */
export const buildWeb = () => {
  if (!existsSync(path.join(WEB, 'vite.config.ts'))) return 'absent';
  const wanted = sourcesHash();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return 'fresh';
  for (const folder of [WEB, DIST]) if (existsSync(folder)) refuseReadOnly(folder, 'The pages must be built');
  console.log('Building the pages …');
  rmSync(DIST, { recursive: true, force: true });
  mkdirSync(ASSETS, { recursive: true });
  for (const language of LANGUAGES) if (!buildIn(language)) return 'failed';
  compressAssets(ASSETS);
  writeFileSync(STAMP, wanted);
  return 'built';
};
