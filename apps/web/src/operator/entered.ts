/** `12.50` as whole cents; null for what is no amount above zero. No float is ever made of it. */
export const readDollars = (typed: string): number | null => {
  const [, dollars, rest = ''] = /^\$?\s*(\d{1,6})(?:\.(\d{1,2}))?$/.exec(typed.trim()) ?? [];
  if (dollars === undefined) return null;
  const cents = Number(dollars) * 100 + Number(rest.padEnd(2, '0'));
  return cents > 0 ? cents : null;
};

/** A whole number within its bounds; null for anything else. */
export const readCount = (typed: string, most: number): number | null => {
  if (!/^\d{1,7}$/.test(typed.trim())) return null;
  const count = Number(typed);
  return count >= 1 && count <= most ? count : null;
};

/** The first instant after a day as a date field gives it: `2026-12-31` counts to its end. */
export const endOfDay = (day: string): string => {
  const end = new Date(`${day}T00:00:00.000Z`);
  end.setUTCDate(end.getUTCDate() + 1);
  return end.toISOString();
};

/** A cell that a spreadsheet would take for a formula starts with one of these (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r]/;

const cell = (text: string): string => {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Rows as a file for a spreadsheet (RFC 4180), in which nothing is a formula. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
