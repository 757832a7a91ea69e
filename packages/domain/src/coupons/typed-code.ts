import { ok, type Result, refuse } from '../result.ts';
import { displayPart } from './coupon.ts';

const MAX_CODE = 64;
/** New code that was typed without its hyphens. It has seven groups of four characters. */
const ungrouped = /^[2-9A-HJ-NP-Z]{28}$/;

const controlCharacters = /\p{Cc}/u;

/** Code as typed. `batch` is null if only the display part was given. */
export interface TypedCode {
  readonly batch: string | null;
  readonly display: string;
}

/**
 * Reads a typed code (CD-03). Trims spaces; letters and inner characters must match exactly, but a new code may come
 * without its hyphens. Refuses INVALID_COUPON for an empty text, control characters and lone surrogates. Refuses
 * NOT_FOUND for a text longer than any code, as for any other wrong code.
 */
export const readCode = (typed: string): Result<TypedCode> => {
  const code = typed.trim();
  const display = displayPart(code);
  if (display === '' || controlCharacters.test(code) || !code.isWellFormed()) return refuse('INVALID_COUPON');
  if (code.length > MAX_CODE) return refuse('NOT_FOUND');
  const batch = display === code ? null : code.slice(0, code.length - display.length - 1);
  return ok({ batch, display: ungrouped.test(display) ? display.replaceAll(/(.{4})(?=.)/g, '$1-') : display });
};
