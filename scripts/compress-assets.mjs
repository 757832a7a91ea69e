import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Smaller files are not compressed: the saving is not worth an extra file. */
const WORTH_BYTES = 512;
const TEXT = /[.](js|css|svg|json|txt)$/;

/** Writes a `.br` and a `.gz` copy of every text asset in `folder`, so that the server need not compress at run time. */
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
