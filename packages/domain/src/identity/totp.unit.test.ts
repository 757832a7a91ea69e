import { SECOND_MS } from '@foyer/contract/vocabulary/instants';
import { describe, expect, test } from 'vitest';
import { type CodeAt, checkEnrolment, matchStep, stepAt } from './totp.ts';

/** Step 100 begins at 3000 s. Each step has its own simple code. */
const codeAt: CodeAt = (step) => String(step).padStart(6, '0');
const seconds = (s: number) => s * SECOND_MS;

test.each([
  [0, 0],
  [29.999, 0],
  [30, 1],
  [59, 1],
  [1_111_111_109, 37_037_036],
])('at %f s: step %i', (at, step) => {
  expect(stepAt(seconds(at))).toBe(step);
});

describe('[SC-05] [INV-18] a code at sign-in, in the middle of step 100', () => {
  test.each<[string, string, number | null, number | null]>([
    ['the current code', '000100', null, 100],
    ['in two groups', '000 100', null, 100],
    ['one step earlier', '000099', null, 99],
    ['two steps earlier', '000098', null, null],
    ['one step ahead', '000101', null, null],
    ['none', '', null, null],
    ['used already', '000100', 100, null],
    ['before the one that was used', '000099', 100, null],
    ['after the one that was used', '000100', 99, 100],
  ])('%s', (_name, typed, lastStep, step) => {
    expect(matchStep(codeAt, typed, lastStep, seconds(3015))).toBe(step);
  });
});

describe('[SC-05] two consecutive codes, in the middle of step 100', () => {
  test.each<[string, string, string, ReturnType<typeof checkEnrolment>]>([
    ['the previous and the current code', '000099', '000100', { ok: true, step: 100 }],
    ['both a step late', '000098', '000099', { ok: true, step: 99 }],
    ['the current one and the next one', '000100', '000101', { ok: false, wrong: 'second' }],
    ['the same code twice', '000100', '000100', { ok: false, wrong: 'second' }],
    ['in reverse order', '000100', '000099', { ok: false, wrong: 'second' }],
    ['with a gap', '000098', '000100', { ok: false, wrong: 'second' }],
    ['both too old', '000097', '000098', { ok: false, wrong: 'first' }],
    ['a wrong first', '123456', '000100', { ok: false, wrong: 'first' }],
    ['a wrong second', '000099', '123456', { ok: false, wrong: 'second' }],
    ['nothing', '', '', { ok: false, wrong: 'first' }],
    ['no second', '000099', '', { ok: false, wrong: 'second' }],
  ])('%s', (_name, first, second, enrolment) => {
    expect(checkEnrolment(codeAt, first, second, seconds(3015))).toEqual(enrolment);
  });

  test('equal codes of two steps do not hide the right pair', () => {
    const twins: CodeAt = (step) => (step === 98 || step === 99 ? '555555' : codeAt(step));
    expect(checkEnrolment(twins, '555555', '000100', seconds(3015))).toEqual({ ok: true, step: 100 });
  });
});
