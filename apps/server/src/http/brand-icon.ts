import { html, Markup } from '../services/mail/html.ts';

interface Marked {
  /** Lines of the mark as SVG paths in a square of 24. */
  readonly mark: readonly string[];
  readonly name: string;
}

/** SVG elements of the mark in a square of 24: the lines of the brand, or the first letter in its name. */
export const markElements = ({ mark, name }: Marked): Markup =>
  mark.length > 0
    ? html`${mark.map((line) => html`<path d="${line}"/>`)}`
    : html`<text x="12" y="17">${[...name][0] ?? ''}</text>`;

const LINES = new Markup(
  'fill="none" stroke="#fff" stroke-width="2.25" stroke-linecap="round" stroke-linejoin="round"',
);
const LETTER = new Markup('fill="#fff" font-family="sans-serif" font-size="15" font-weight="600" text-anchor="middle"');

/** Icon of the browser tab as SVG: the mark in white on the accent. */
export const brandIcon = (brand: Marked & { accents: { light: string } }): string =>
  html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>${brand.name}</title><rect width="32" height="32" rx="7" fill="${brand.accents.light}"/><g transform="translate(4 4)" ${brand.mark.length > 0 ? LINES : LETTER}>${markElements(brand)}</g></svg>`
    .value;
