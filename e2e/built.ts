import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** What Vite writes about a chunk, as far as it is read here. */
export interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  /** Chunks that come with it, by their name in the manifest. */
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

/** By the path of the source a chunk begins with. */
export type Manifest = Readonly<Record<string, Chunk>>;

export const dist = resolve(import.meta.dirname, '../apps/web/dist');

/** What the build wrote about its files: `en/.vite/manifest.json`. */
export const readManifest = (path: string): Manifest => JSON.parse(readFileSync(join(dist, path), 'utf8')) as Manifest;
