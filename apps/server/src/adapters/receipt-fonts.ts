import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';
import interRanges from '@fontsource/inter/unicode.json' with { type: 'json' };

/** Weights of the fonts. Inter is the font of the pages. Unifont has every character, so that each name can be printed. */
export type Weight = 400 | 600;

const subsets = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'] as const;
type Subset = (typeof subsets)[number] | 'unifont';

/** Returns a test for ranges such as `U+0000-00FF,U+0131`. */
const coverage = (ranges: string): ((point: number) => boolean) => {
  const bounds = ranges.split(',').map((range) => {
    const [from = '', to = from] = range.trim().replace('U+', '').split('-');
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
  });
  return (point) => bounds.some(([from, to]) => point >= from && point <= to);
};

const covers: Readonly<Record<Subset, (point: number) => boolean>> = {
  ...(Object.fromEntries(subsets.map((subset) => [subset, coverage(interRanges[subset])])) as Record<
    (typeof subsets)[number],
    (point: number) => boolean
  >),
  unifont: () => true,
};

/** True for spaces, digits, punctuation and accents, which are drawn in the font of their word. */
const isNeutral = (character: string): boolean => !/\p{L}/u.test(character);

export interface Run {
  readonly subset: Subset;
  readonly text: string;
}

/**
 * True for characters between words. They are drawn in the font of the receipt, because those of Unifont are coarser.
 */
const isBetween = (character: string): boolean => isNeutral(character) && !/\p{M}/u.test(character);

/** Subset of a character that starts a new run. */
const ownSubset = (character: string): Subset => {
  const point = character.codePointAt(0) ?? 0;
  return subsets.find((candidate) => covers[candidate](point)) ?? 'unifont';
};

/** Splits a text into as few runs of one font as possible. */
export const runsOf = (text: string): readonly Run[] => {
  const runs: { subset: Subset; text: string }[] = [];
  for (const character of text) {
    const last = runs.at(-1);
    const stays = last && isNeutral(character) && covers[last.subset](character.codePointAt(0) ?? 0);
    const subset = stays && !(last.subset === 'unifont' && isBetween(character)) ? last.subset : ownSubset(character);
    if (last?.subset === subset) last.text += character;
    else runs.push({ subset, text: character });
  }
  return runs;
};

const TABLE_BYTES = 16;
const WOFF_HEADER = 44;
const WOFF_TABLE_BYTES = 20;

/** Font tables that a PDF does not need and that are slow to read: contextual alternates, kerning, hints for screens. */
const unneeded: readonly string[] = ['GSUB', 'GPOS', 'GDEF', 'DSIG', 'fpgm', 'prep', 'cvt ', 'gasp'];

/** Returns the head of the PostScript table as version 3, without glyph names (OpenType `post`). */
const withoutNames = (post: Buffer): Buffer => {
  const head = Buffer.from(post.subarray(0, 32));
  head.writeUInt32BE(0x0003_0000, 0);
  return head;
};

/**
 * Unpacks the font in a WOFF 1.0 file (W3C WOFF §3 to §5), without the unneeded tables. The PDF library would inflate a
 * table again for every glyph, which takes seconds.
 */
const unpackWoff = (woff: Buffer): Buffer => {
  const packedTables = Array.from({ length: woff.readUInt16BE(12) }, (_, index) => {
    const entry = WOFF_HEADER + index * WOFF_TABLE_BYTES;
    const offset = woff.readUInt32BE(entry + 4);
    const packedBytes = woff.readUInt32BE(entry + 8);
    const bytes = woff.readUInt32BE(entry + 12);
    const packed = woff.subarray(offset, offset + packedBytes);
    const tag = woff.toString('latin1', entry, entry + 4);
    const data = () => (packedBytes < bytes ? inflateSync(packed) : packed);
    return {
      tag,
      checksum: woff.readUInt32BE(entry + 16),
      data: () => (tag === 'post' ? withoutNames(data()) : data()),
    };
  });
  const tables = packedTables.filter(({ tag }) => !unneeded.includes(tag));
  const count = tables.length;
  const header = Buffer.alloc(12 + count * TABLE_BYTES);
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(count, 4);
  const power = Math.floor(Math.log2(count));
  header.writeUInt16BE(TABLE_BYTES * 2 ** power, 6);
  header.writeUInt16BE(power, 8);
  header.writeUInt16BE(TABLE_BYTES * (count - 2 ** power), 10);
  const parts: Buffer[] = [header];
  let at = header.length;
  for (const [index, { tag, checksum, data: unpack }] of tables.entries()) {
    const entry = 12 + index * TABLE_BYTES;
    const data = unpack();
    header.write(tag, entry, 'latin1');
    header.writeUInt32BE(checksum, entry + 4);
    header.writeUInt32BE(at, entry + 8);
    header.writeUInt32BE(data.length, entry + 12);
    // every table starts at a multiple of four bytes
    parts.push(data, Buffer.alloc((4 - (data.length % 4)) % 4));
    at += data.length + ((4 - (data.length % 4)) % 4);
  }
  return Buffer.concat(parts);
};

const fileOf = (subset: Subset, weight: Weight): string =>
  subset === 'unifont'
    ? '@fontsource/unifontex/files/unifontex-latin-400-normal.woff'
    : `@fontsource/inter/files/inter-${subset}-${weight}-normal.woff`;

/** Loads each font file when a receipt first needs it, and caches it. */
export const makeReceiptFonts = (bytesOf: (path: string) => Promise<Buffer> = readFile) => {
  const held = new Map<string, Promise<Buffer>>();
  const read = async (file: string): Promise<Buffer> => {
    const font = held.get(file) ?? bytesOf(fileURLToPath(import.meta.resolve(file))).then(unpackWoff);
    held.set(file, font);
    try {
      return await font;
    } catch (error) {
      held.delete(file); // the next receipt tries it again
      throw error;
    }
  };
  /** Returns the fonts of a text in both weights, by the names of `fontName`. */
  return async (text: string): Promise<ReadonlyMap<string, Buffer>> => {
    // a line may break at any character, which then starts a run in its own subset
    const needed = new Set([...new Set(text)].map(ownSubset));
    const fonts = [...needed].flatMap((subset) => ([400, 600] as const).map((weight) => ({ subset, weight })));
    return new Map(
      await Promise.all(
        fonts.map(
          async ({ subset, weight }): Promise<[string, Buffer]> => [
            fontName(subset, weight),
            await read(fileOf(subset, weight)),
          ],
        ),
      ),
    );
  };
};

export const fontName = (subset: Subset, weight: Weight): string =>
  subset === 'unifont' ? subset : `${subset}-${weight}`;
