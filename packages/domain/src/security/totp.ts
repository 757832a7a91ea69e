import { type Instant, MINUTE_MS, SECOND_MS } from '@foyer/contract/vocabulary/instants';

/** RFC 6238 §4.1: the number of half minutes since 1970. */
const STEP_MS = 30 * SECOND_MS;

/** How long a secret that was shown waits for its two codes (threats.md §3). */
export const ENROLMENT_MS = 10 * MINUTE_MS;

/** The code of a secret in a step; who holds the secret makes it. */
export type CodeAt = (step: number) => string;

export const stepAt = (now: Instant): number => Math.floor(now / STEP_MS);

/** Authenticator apps show codes in two groups; the gap is no part of them. */
const typedCode = (text: string): string => text.replaceAll(' ', '');

/**
 * The step that a typed code belongs to, or null. The present step counts and one earlier one, for slow hands and clocks
 * (RFC 6238 §5.2); one that was used, or lies before it, never again (INV-18).
 */
export const matchStep = (codeAt: CodeAt, typed: string, lastStep: number | null, now: Instant): number | null => {
  const present = stepAt(now);
  const code = typedCode(typed);
  return [present, present - 1].find((step) => step > (lastStep ?? -1) && codeAt(step) === code) ?? null;
};

export type Enrolment =
  | { readonly ok: true; readonly step: number }
  | { readonly ok: false; readonly wrong: 'first' | 'second' };

/**
 * Whether two typed codes follow one another, so that the device's clock and secret are right: the second is one that
 * could sign in now, the first the one just before it (threats.md §3). `step` is the second's, used with that.
 */
export const checkEnrolment = (codeAt: CodeAt, first: string, second: string, now: Instant): Enrolment => {
  const present = stepAt(now);
  const firsts = [present, present - 1, present - 2].filter((step) => codeAt(step) === typedCode(first));
  if (firsts.length === 0) return { ok: false, wrong: 'first' };
  const step = firsts.map((before) => before + 1).find((s) => s <= present && codeAt(s) === typedCode(second));
  return step === undefined ? { ok: false, wrong: 'second' } : { ok: true, step };
};
