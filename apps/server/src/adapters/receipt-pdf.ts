import PDFDocument from 'pdfkit';
import type { ReceiptDocument, ReceiptItem, RenderReceipt } from '../services/invoices/ports.ts';
import { makeReceiptFonts } from './receipt-fonts.ts';
import { makeReceiptText, type Style } from './receipt-text.ts';

const MARGIN = 56;
const LINE = '#d5d7de';
const QUIET = '#4a4f5b';
/** Fill and text of a badge, in the colours of the pages. */
const BADGES = {
  ok: { fill: '#e7f5ec', text: '#1a6b3a' },
  bad: { fill: '#fdeeec', text: '#b0241c' },
  plain: { fill: '#ecedf1', text: QUIET },
};
/** Height of capitals and digits, as a part of the font size. */
const CAPITALS = 0.727;
/** Side of the mark. */
const MARK = 20;
const small: Style = { size: 9, color: QUIET };
const plain: Style = { size: 10 };
const strong: Style = { size: 10, weight: 600 };
const GAP = 28;
const COLUMN_GAP = 20;
const QUANTITY_WIDTH = 56;
const AMOUNT_WIDTH = 90;
const TOTALS_WIDTH = 250;

/** Draws a receipt, beginning at the top of the first page. */
const drawReceipt = (doc: PDFKit.PDFDocument, document: ReceiptDocument): void => {
  const { leadingOf, linesOf, widthOf, write } = makeReceiptText(doc);
  const left = MARGIN;
  const width = doc.page.width - 2 * MARGIN;
  const right = left + width;
  /** Baseline of the next line. */
  let y = MARGIN + 12;

  /** Starts a page with a header if less than `height` is left. Returns true if it did. */
  const need = (height: number): boolean => {
    if (y + height <= doc.page.height - MARGIN) return false;
    doc.addPage();
    write([document.title], small, { x: left, y: MARGIN + 12, width, align: 'right' });
    y = MARGIN + 12 + GAP;
    return true;
  };
  const rule = (from = left): void => {
    doc.moveTo(from, y).lineTo(right, y).lineWidth(0.75).strokeColor(LINE).stroke();
  };

  /** Mark of the brand in white on its accent: its lines, or the first character in its name. */
  const mark = (): void => {
    const { accent, mark: lines, name } = document.brand;
    const top = y - 4 - MARK / 2;
    doc.roundedRect(left, top, MARK, MARK, 5).fill(accent);
    if (lines.length === 0) {
      const letter = [...name][0] ?? '';
      const style: Style = { size: 11, weight: 600, color: '#ffffff' };
      write([letter], style, { x: left + (MARK - widthOf(letter, style)) / 2, y: y + 0.5, width });
      return;
    }
    doc.save();
    // the paths are drawn in a square of 24
    doc.translate(left + 3, top + 3).scale((MARK - 6) / 24);
    doc.lineWidth(2.25).lineCap('round').lineJoin('round').strokeColor('#ffffff');
    for (const line of lines) doc.path(line).stroke();
    doc.restore();
  };

  /** Badge in the middle of the height of the amount before it. */
  const badge = ({ text, tone }: NonNullable<ReceiptDocument['status']>, x: number, amount: Style): void => {
    const colours = BADGES[tone];
    const middle = y - (amount.size * CAPITALS) / 2;
    doc.roundedRect(x, middle - 10, widthOf(text, strong) + 16, 20, 6).fill(colours.fill);
    const baseline = middle + (strong.size * CAPITALS) / 2;
    write([text], { ...strong, color: colours.text }, { x: x + 8, y: baseline, width });
  };

  const head = (): void => {
    mark();
    write([document.brand.name], { size: 12, weight: 600 }, { x: left + MARK + 8, y, width });
    write([document.title], small, { x: left, y, width, align: 'right' });
    y += 16;
    rule();
    y += 44;
    const amount: Style = { size: 26, weight: 600 };
    write([document.amount], amount, { x: left, y, width });
    if (document.status) badge(document.status, left + widthOf(document.amount, amount) + 14, amount);
    y = write([document.when], { ...plain, color: QUIET }, { x: left, y: y + 20, width }) + GAP - 8;
  };

  const blocks = (all: ReceiptDocument['blocks']): void => {
    const column = (width - (all.length - 1) * COLUMN_GAP) / all.length;
    const ends = all.map((under, index) => {
      const place = { x: left + index * (column + COLUMN_GAP), width: column };
      let at = y;
      for (const { label, lines } of under) {
        const below = write([label], small, { ...place, y: at });
        const broken = lines.flatMap((line) => linesOf(line, plain, column));
        at = write(broken, plain, { ...place, y: below + 2 }) + 8;
      }
      return at - 8;
    });
    y = Math.max(...ends) + GAP - 14;
  };

  const items = ({ columns, items: bought }: Pick<ReceiptDocument, 'columns' | 'items'>): void => {
    const text = width - QUANTITY_WIDTH - AMOUNT_WIDTH;
    const row = (quantity: string, lines: readonly string[], amount: string, style: Style): number => {
      write([quantity], style, { x: left, y, width: QUANTITY_WIDTH });
      write([amount], style, { x: right - AMOUNT_WIDTH, y, width: AMOUNT_WIDTH, align: 'right' });
      return write(lines, style, { x: left + QUANTITY_WIDTH, y, width: text });
    };
    const heads = (): void => {
      rule();
      y += 18;
      y = row(columns.quantity, [columns.description], columns.amount, small) - 3;
      rule();
      y += 20;
    };
    heads();
    for (const item of bought) y = itemRow(item);
    y -= 4;
    rule();
    y += 20;

    function itemRow({ quantity, description, period, amount }: ReceiptItem): number {
      const lines = linesOf(description, plain, text);
      if (need((lines.length + 1) * leadingOf(plain))) heads();
      const below = row(quantity, lines, amount, plain);
      return (
        (period === null ? below : write([period], small, { x: left + QUANTITY_WIDTH, y: below, width: text })) + 8
      );
    }
  };

  /** Keeps all totals on one page, because a total needs the lines above it. */
  const totals = (lines: ReceiptDocument['totals']): void => {
    const x = right - TOTALS_WIDTH;
    const set = lines.map(({ label, reason = '', value, due }) => {
      const style: Style = due ? { size: 12, weight: 600 } : plain;
      const labels = linesOf(label, style, TOTALS_WIDTH - AMOUNT_WIDTH);
      const reasons = reason === '' ? [] : linesOf(reason, small, TOTALS_WIDTH - AMOUNT_WIDTH);
      const height = labels.length * leadingOf(style) + reasons.length * leadingOf(small) + (due ? 20 : 4);
      return { value, due, style, labels, reasons, height };
    });
    need(set.reduce((sum, { height }) => sum + height, 0));
    for (const { value, due, style, labels, reasons } of set) {
      if (due) {
        y -= 4;
        rule(x);
        y += 20;
      }
      write([value], style, { x, y, width: TOTALS_WIDTH, align: 'right' });
      y = write(labels, style, { x, y, width: TOTALS_WIDTH });
      y = write(reasons, small, { x, y, width: TOTALS_WIDTH }) + 4;
    }
  };

  head();
  blocks(document.blocks);
  items(document);
  totals(document.totals);
  for (const note of document.notes) {
    const lines = linesOf(note, plain, width);
    y += 8;
    need(lines.length * leadingOf(plain));
    y = write(lines, { ...plain, color: QUIET }, { x: left, y, width });
  }
  if (document.footer !== null) {
    y += GAP;
    need(leadingOf(small));
    write(linesOf(document.footer, small, width), small, { x: left, y, width });
  }
};

/** Draws a receipt as a PDF. It has the paper size of the customer's country, embedded fonts and readable text (PY-07). */
export const makeRenderReceipt = (): RenderReceipt => {
  const fontsFor = makeReceiptFonts();
  return async (document) => {
    const fonts = await fontsFor(JSON.stringify(document));
    const doc = new PDFDocument({
      size: document.size,
      margin: 0,
      lang: document.language,
      font: '', // no built-in font, because those have Latin-1 only
      fontLayoutCache: false, // the cache lays out single words, which reverses the words of a right-to-left name
      displayTitle: true,
      info: {
        Title: document.title,
        Author: document.brand.name,
        CreationDate: document.issuedAt,
        ModDate: document.issuedAt,
      },
    });
    for (const [name, font] of fonts) doc.registerFont(name, font);
    const parts: Buffer[] = [];
    const written = new Promise<void>((resolve, reject) => {
      doc.on('data', (part: Buffer) => void parts.push(part));
      doc.on('end', resolve);
      doc.on('error', reject);
    });
    drawReceipt(doc, document);
    doc.end();
    await written;
    return Buffer.concat(parts);
  };
};
