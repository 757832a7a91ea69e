import { readdirSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

interface File {
  readonly type: string;
  readonly body: Buffer;
}

/**
 * Loads a built page into memory, compressed with brotli's best quality. The returned function serves a file and returns
 * false for an unknown path.
 */
export const readPages = (folder: string): ((url: string, response: ServerResponse) => boolean) => {
  const files = new Map<string, File>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = TYPES[path.extname(entry.name)];
    if (!entry.isFile() || !type) continue;
    const file = path.join(entry.parentPath, entry.name);
    const url = `/${path.relative(folder, file).replaceAll(path.sep, '/')}`;
    files.set(url === '/index.html' ? '/' : url, { type, body: brotliCompressSync(readFileSync(file)) });
  }
  return (url, response) => {
    const file = files.get(url);
    if (!file) return false;
    response.writeHead(200, {
      'content-type': file.type,
      'content-encoding': 'br',
      'content-length': file.body.length,
      'cache-control': url === '/' ? 'no-store' : 'public, max-age=31536000, immutable',
    });
    response.end(file.body);
    return true;
  };
};
