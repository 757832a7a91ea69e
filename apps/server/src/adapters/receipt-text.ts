import { arabicShaped } from './arabic-shapes.ts';
import { fontName, runsOf, type Weight } from './receipt-fonts.ts';

export interface Style {
  readonly size: number;
  readonly weight?: Weight;
  readonly color?: string;
}

export interface Place {
  readonly x: number;
  /** Baseline of the first line. */
  readonly y: number;
  readonly width: number;
  readonly align?: 'left' | 'right';
}

const LEADING = 1.4;

const RTL = String.raw`\p{Script=Hebrew}\p{Script=Arabic}`;
const RIGHT_TO_LEFT = new RegExp(`[${RTL}](?:[${RTL}\\p{M}\\p{Zs}'’-]*[${RTL}\\p{M}])?`, 'gu');

/** Returns a line in visual order from the left: right-to-left words are shaped and reversed. */
const inVisualOrder = (line: string): string =>
  arabicShaped(line).replace(RIGHT_TO_LEFT, (words) => [...words].reverse().join(''));

/**
 * Draws text whose lines mix fonts. The line breaking of the library cannot, so lines are broken here: at spaces, and
 * inside a word that is longer than a line.
 */
export const makeReceiptText = (doc: PDFKit.PDFDocument) => {
  const widthOf = (text: string, { size, weight = 400 }: Style): number =>
    runsOf(text).reduce(
      (width, run) => width + doc.font(fontName(run.subset, weight)).fontSize(size).widthOfString(run.text),
      0,
    );

  /** Returns as many characters of a word as fit, at least one. */
  const fittingPart = (word: string, style: Style, width: number): string => {
    const characters = [...word];
    let count = 1;
    while (count < characters.length && widthOf(characters.slice(0, count + 1).join(''), style) <= width) count += 1;
    return characters.slice(0, count).join('');
  };

  const linesOf = (text: string, style: Style, width: number): readonly string[] => {
    const lines: string[] = [];
    let line = '';
    for (const word of text.split(/\s+/u).filter(Boolean)) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (widthOf(longer, style) <= width) {
        line = longer;
        continue;
      }
      if (line !== '') lines.push(line);
      let rest = word;
      while (widthOf(rest, style) > width) {
        const part = fittingPart(rest, style, width);
        lines.push(part);
        rest = rest.slice(part.length);
      }
      line = rest;
    }
    if (line !== '') lines.push(line);
    return lines;
  };

  const writeLine = (text: string, style: Style, { x, y, width, align }: Place): void => {
    doc.fillColor(style.color ?? '#15171c');
    const seen = inVisualOrder(text);
    let at = align === 'right' ? x + width - widthOf(seen, style) : x;
    for (const run of runsOf(seen)) {
      doc.font(fontName(run.subset, style.weight ?? 400)).fontSize(style.size);
      doc.text(run.text, at, y, { lineBreak: false, baseline: 'alphabetic' });
      at += doc.widthOfString(run.text);
    }
  };

  return {
    /** Distance between baselines. */
    leadingOf: ({ size }: Style): number => size * LEADING,
    linesOf,
    widthOf,
    /** Draws lines below each other and returns the next baseline. */
    write: (lines: readonly string[], style: Style, place: Place): number => {
      for (const [index, line] of lines.entries())
        writeLine(line, style, { ...place, y: place.y + index * style.size * LEADING });
      return place.y + lines.length * style.size * LEADING;
    },
  };
};
