import { inflateSync } from 'node:zlib';

/** A machine's view of a PDF: its pages as the texts drawn on them, in order. Reads what the fonts say their glyphs mean. */

interface Objects {
  readonly dictionary: string;
  readonly stream: string;
}

const objectsOf = (pdf: Buffer): ReadonlyMap<string, Objects> => {
  const text = pdf.toString('latin1');
  const objects = new Map<string, Objects>();
  for (const [, id = '', body = ''] of text.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [, dictionary = body, raw] = /^([\s\S]*?)\nstream\n([\s\S]*)\nendstream$/.exec(body) ?? [];
    const bytes = Buffer.from(raw ?? '', 'latin1');
    const stream = dictionary.includes('FlateDecode') ? inflateSync(bytes) : bytes;
    objects.set(id, { dictionary, stream: stream.toString('latin1') });
  }
  return objects;
};

const utf16 = (hex: string): string =>
  String.fromCharCode(...(hex.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)));

/** Glyph → characters, from the ToUnicode map of a font (PDF 32000-1 §9.10.3). */
const meaningsOf = (map: string): ReadonlyMap<number, string> => {
  const meanings = new Map<number, string>();
  for (const [, first = '', list = ''] of map.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/gi)) {
    for (const [index, [, hex = '']] of [...list.matchAll(/<([0-9a-f ]*)>/gi)].entries())
      meanings.set(Number.parseInt(first, 16) + index, utf16(hex.replaceAll(' ', '')));
  }
  return meanings;
};

const reference = (dictionary: string, key: string): string =>
  new RegExp(`/${key} (\\d+) 0 R`).exec(dictionary)?.[1] ?? '';

/** Everything that is drawn as text, one entry a run, page after page. */
export const textsOfPdf = (pdf: Buffer): readonly string[] => {
  const objects = objectsOf(pdf);
  const of = (id: string): Objects => objects.get(id) ?? { dictionary: '', stream: '' };
  const pages = [...objects.values()].filter(({ dictionary }) => /\/Type \/Page\b(?!s)/.test(dictionary));
  return pages.flatMap(({ dictionary }) => {
    const resources = of(reference(dictionary, 'Resources')).dictionary;
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => [
        name,
        meaningsOf(of(reference(of(id).dictionary, 'ToUnicode')).stream),
      ]),
    );
    let font = new Map<number, string>() as ReadonlyMap<number, string>;
    const texts: string[] = [];
    for (const [, name, glyphs] of of(reference(dictionary, 'Contents')).stream.matchAll(
      /\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g,
    )) {
      if (name !== undefined) font = fonts.get(name) ?? font;
      else
        texts.push(
          [...(glyphs ?? '').matchAll(/<([0-9a-f]+)>/gi)]
            .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
            .map((glyph) => font.get(Number.parseInt(glyph, 16)) ?? '\uFFFD')
            .join(''),
        );
    }
    return texts;
  });
};
