/** Parses `12.50` to whole cents, without floats. Returns null when it is no amount above zero. */
export const parseDollars = (typed: string): number | null => {
  const [, dollars, rest = ''] = /^\$?\s*(\d{1,6})(?:\.(\d{1,2}))?$/.exec(typed.trim()) ?? [];
  if (dollars === undefined) return null;
  const cents = Number(dollars) * 100 + Number(rest.padEnd(2, '0'));
  return cents > 0 ? cents : null;
};

/** Parses a whole number from 1 to `most`. Returns null for anything else. */
export const parseCount = (typed: string, most: number): number | null => {
  if (!/^\d{1,7}$/.test(typed.trim())) return null;
  const count = Number(typed);
  return count >= 1 && count <= most ? count : null;
};

/** Returns the first instant (UTC, ISO 8601) after the day of a date field, so that `2026-12-31` is included. */
export const endOfDay = (day: string): string => {
  const end = new Date(`${day}T00:00:00.000Z`);
  end.setUTCDate(end.getUTCDate() + 1);
  return end.toISOString();
};

/** A cell that a spreadsheet would take for a formula starts with one of these (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r]/;

const csvCell = (text: string): string => {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Returns rows as CSV (RFC 4180). Cells that a spreadsheet would take for a formula are quoted. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  `${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`;
