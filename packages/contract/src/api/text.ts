import * as z from 'zod/mini';

const controlCharacters = /\p{Cc}/u;
const controlsBesideBreaks = /(?!\n)\p{Cc}/u;

/** Checks of a typed text: no lone surrogates and no character that matches `refused`, and its length in code points. */
const checksOf = (refused: RegExp, max: number, min: number) =>
  [
    z.refine<string>((text) => text.isWellFormed() && !refused.test(text), {
      error: 'has characters that are not allowed',
    }),
    z.refine<string>((text) => [...text].length <= max, { error: `must be ${max} or fewer characters` }),
    z.refine<string>((text) => [...text].length >= min, { error: 'is required' }),
  ] as const;

/**
 * One line of typed text: no control characters, no lone surrogates, at most `max` code points. PostgreSQL cannot store
 * NUL, and a lone surrogate would become another character (INV-23).
 */
export const line = (max: number, min = 1) => z.string().check(...checksOf(controlCharacters, max, min));

/** Several lines of typed text, otherwise as `line`. Breaks of each system become `\n`, and white space at the ends is removed. */
export const lines = (max: number) =>
  z.string().check(
    z.overwrite((text) => text.replaceAll(/\r\n?/g, '\n').trim()),
    ...checksOf(controlsBesideBreaks, max, 1),
  );

/** Id in a path or body. Only its length is checked; a lookup finds whether it exists. */
export const id = line(64);

/** `Idempotency-Key`: visible ASCII characters. */
export const idempotencyKey = z.string().check(z.regex(/^[\x21-\x7e]{1,255}$/));

/** Instant as ISO 8601 in UTC. */
export const isoInstant = z.string();

export const cents = z.int();

/** Total number of rows of a list, at most `COUNT_LIMIT` + 1, which means "more than that" (vocabulary/count-limit.ts). */
export const counted = z.int();

/** Key of a product family. A call with one that is not in the catalogue is refused. */
export const productKey = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,39}$/));
