import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Below this a compressed copy saves nothing worth a file. */
const WORTH_BYTES = 512;
const TEXT = /[.](js|css|svg|json|txt)$/;

/** Puts `.br` and `.gz` beside every text asset, so that the server sends them as they are and compresses nothing itself. */
export const compressAssets = (folder) => {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    if (!TEXT.test(name) || statSync(file).size < WORTH_BYTES) continue;
    const content = readFileSync(file);
    const quality = {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    };
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params: quality }));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
};
