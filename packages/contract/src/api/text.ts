import * as z from 'zod/mini';

const controlCharacters = /\p{Cc}/u;

/**
 * A line of text a person typed: no NUL, no control characters, no lone surrogates, at most `max` code points.
 * PostgreSQL cannot store NUL, and an unpaired surrogate would turn into another character on the way (INV-23).
 */
export const line = (max: number, min = 1) =>
  z.string().check(
    z.refine((text) => text.isWellFormed() && !controlCharacters.test(text), {
      error: 'has characters that are not allowed',
    }),
    z.refine((text) => [...text].length <= max, { error: `must be ${max} or fewer characters` }),
    z.refine((text) => [...text].length >= min, { error: 'is required' }),
  );

/** An id in a path or body. What it is not is found out by looking it up; here only the shape is bounded. */
export const id = line(64);

/** A moment as the calls write it: ISO 8601, UTC. */
export const isoInstant = z.string();

export const cents = z.int();

/** How many rows a list has in all; no more than one beyond `COUNTED_TO` (vocabulary/counted.ts), which says "more than that". */
export const counted = z.int();
