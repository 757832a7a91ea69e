import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Entry of Vite's manifest, with the fields used here. */
export interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  /** Names in the manifest of the chunks loaded together with this one. */
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

/** Chunks by the path of their entry source file. */
export type Manifest = Readonly<Record<string, Chunk>>;

export const dist = resolve(import.meta.dirname, '../apps/web/dist');

/** Reads a manifest of the build, for example `en/.vite/manifest.json`. */
export const readManifest = (path: string): Manifest => JSON.parse(readFileSync(join(dist, path), 'utf8')) as Manifest;
