import { type Instant, MINUTE_MS, SECOND_MS } from '@foyer/contract/vocabulary/instants';

/** Time step of 30 s (RFC 6238 §4.1). */
const STEP_MS = 30 * SECOND_MS;

/** Time in which a displayed secret must be confirmed by two codes. */
export const ENROLMENT_MS = 10 * MINUTE_MS;

/** Computes the code of a time step. The caller holds the secret. */
export type CodeAt = (step: number) => string;

/** Number of the 30 s time step at `now`. */
export const stepAt = (now: Instant): number => Math.floor(now / STEP_MS);

/** Authenticator apps show codes in two groups; the space is not part of them. */
const typedCode = (text: string): string => text.replaceAll(' ', '');

/**
 * Time step of a typed code, or null. Accepts the current step and the one before, for slow typing and clock
 * differences (RFC 6238 §5.2). A step that was used, or any before it, is never accepted (INV-18).
 */
export const matchStep = (codeAt: CodeAt, typed: string, lastStep: number | null, now: Instant): number | null => {
  const current = stepAt(now);
  const code = typedCode(typed);
  return [current, current - 1].find((step) => step > (lastStep ?? -1) && codeAt(step) === code) ?? null;
};

export type Enrolment =
  | { readonly ok: true; readonly step: number }
  | { readonly ok: false; readonly wrong: 'first' | 'second' };

/**
 * Checks two consecutive codes, which proves that secret and clock of the device are right. The second must be valid
 * now, the first in the step before it. `step` is that of the second code, which counts as used.
 */
export const checkEnrolment = (codeAt: CodeAt, first: string, second: string, now: Instant): Enrolment => {
  const current = stepAt(now);
  const firsts = [current, current - 1, current - 2].filter((step) => codeAt(step) === typedCode(first));
  if (firsts.length === 0) return { ok: false, wrong: 'first' };
  const step = firsts.map((before) => before + 1).find((s) => s <= current && codeAt(s) === typedCode(second));
  return step === undefined ? { ok: false, wrong: 'second' } : { ok: true, step };
};
