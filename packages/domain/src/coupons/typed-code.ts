import { ok, type Result, refuse } from '../result.ts';
import { displayPart } from './coupon.ts';

const MAX_CODE = 64;
const controlCharacters = /\p{Cc}/u;

/** A code as somebody typed it. `batch` is null when only the display part was given. */
export interface TypedCode {
  readonly batch: string | null;
  readonly display: string;
}

/**
 * Reads a code (CD-03): outer spaces do not count, letters and inner signs do, exactly. Refuses INVALID_COUPON for what no
 * code can be: nothing, control characters, half of a surrogate pair; NOT_FOUND for one longer than any: it is a wrong code
 * as others are, and is told so.
 */
export const readCode = (typed: string): Result<TypedCode> => {
  const code = typed.trim();
  const display = displayPart(code);
  if (display === '' || controlCharacters.test(code) || !code.isWellFormed()) return refuse('INVALID_COUPON');
  if (code.length > MAX_CODE) return refuse('NOT_FOUND');
  return ok({ batch: display === code ? null : code.slice(0, code.length - display.length - 1), display });
};
