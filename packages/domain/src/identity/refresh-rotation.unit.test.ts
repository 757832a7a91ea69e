import { DAY_MS, type Instant } from '@foyer/contract/vocabulary/instants';
import { describe, expect, test } from 'vitest';
import { utc } from '../testing/moments.ts';
import {
  decideRefresh,
  LATE_USE_MS,
  REUSE_OVERLAP_MS,
  type RefreshDecision,
  type RefreshFamily,
} from './refresh-rotation.ts';

const now = utc('2026-01-10');
const family = (generation: number, overrides: Partial<RefreshFamily> = {}): RefreshFamily => ({
  generation,
  firstGeneration: 0,
  stepAgeMs: 0,
  lateGeneration: null,
  lateAgeMs: null,
  refreshExpiresAt: utc('2026-02-10'),
  endedAt: null,
  hasCode: false,
  ...overrides,
});

const soon = REUSE_OVERLAP_MS;
const later = soon + 1;
const longAfter = 13 * DAY_MS;

describe('[SE-12] a refresh token has one successor; a stolen copy ends the family (INV-15)', () => {
  test.each<[string, number, number, number, RefreshDecision]>([
    ['the first token, first use', 0, 0, later, 'step'],
    ['the current token', 5, 5, 0, 'step'],
    ['the current token, long after', 5, 5, longAfter, 'step'],
    ['its predecessor, concurrent tabs', 5, 4, 0, 'repeat'],
    ['its predecessor, after 10 s to the millisecond', 5, 4, soon, 'repeat'],
    ['its predecessor, later: the response was lost', 5, 4, later, 'repeat_late'],
    ['its predecessor, after two minutes to the millisecond', 5, 4, LATE_USE_MS, 'repeat_late'],
    ['[M1] its predecessor, after more than two minutes', 5, 4, LATE_USE_MS + 1, 'revoke_family'],
    ['two generations before, at once', 5, 3, 0, 'revoke_family'],
    ['two generations before, later', 5, 3, later, 'revoke_family'],
    ['the first token, concurrent tabs', 1, 0, soon, 'repeat'],
    ['the first token, later: it was passed in a URL', 1, 0, later, 'revoke_family'],
    ['the first token, two generations later', 2, 0, 0, 'revoke_family'],
    ['a token that was never issued', 5, 6, 0, 'revoke_family'],
  ])('%s', (_name, generation, presented, stepAgeMs, decision) => {
    expect(decideRefresh(family(generation, { stepAgeMs }), presented, now)).toBe(decision);
  });

  test.each<[string, number, number, RefreshDecision]>([
    ['without its verifier', 0, 0, 'refuse'],
    ['a second time, at once', 1, 0, 'revoke_family'],
    ['a second time, two generations later', 2, 0, 'revoke_family'],
    ['the refresh token it gave', 1, 1, 'step'],
  ])('[ASVS 10.4.2] an authorization code, %s', (_name, generation, presented, decision) => {
    expect(decideRefresh(family(generation, { hasCode: true }), presented, now)).toBe(decision);
  });

  test.each<[string, Partial<RefreshFamily>, RefreshDecision]>([
    ['again within 10 s: concurrent calls', { lateGeneration: 5, lateAgeMs: soon }, 'repeat'],
    ['again later: one of the two is a copy', { lateGeneration: 5, lateAgeMs: later }, 'revoke_family'],
    [
      'the generation before had a late use too: two clients take turns',
      { lateGeneration: 4, lateAgeMs: later },
      'revoke_family',
    ],
    ['two generations before, a response was lost', { lateGeneration: 3, lateAgeMs: later }, 'repeat_late'],
  ])('[M1] a late use of the predecessor, %s', (_name, overrides, decision) => {
    expect(decideRefresh(family(5, { stepAgeMs: later, ...overrides }), 4, now)).toBe(decision);
  });

  test.each<[string, number, number, number, RefreshDecision]>([
    ['the first token of the new family', 6, 6, later, 'step'],
    ['the last earlier token, at once: another tab of the owner', 6, 5, soon, 'wait'],
    ['the last earlier token, later', 6, 5, later, 'refuse'],
    ['an older one, at once', 6, 2, soon, 'wait'],
    ['an older one, later', 6, 2, longAfter, 'refuse'],
    ['the last token before, while the new family steps', 7, 5, 0, 'refuse'],
    ['the predecessor within the new family', 7, 6, soon, 'repeat'],
    ['the predecessor within the new family, late', 7, 6, later, 'repeat_late'],
  ])('[M1, INV-14] a family that began with generation 6: %s', (_name, generation, presented, stepAgeMs, decision) => {
    expect(decideRefresh(family(generation, { firstGeneration: 6, stepAgeMs }), presented, now)).toBe(decision);
  });

  test('[M1] two clients taking turns 11 s apart: the second late use ends the family', () => {
    let state = family(1);
    const decisions: RefreshDecision[] = [];
    for (let held = 1; held < 5 && !decisions.includes('revoke_family'); held += 1) {
      decisions.push(decideRefresh(state, held, now));
      state = { ...state, generation: held + 1, stepAgeMs: later };
      decisions.push(decideRefresh(state, held, now));
      state = { ...state, lateGeneration: held + 1, lateAgeMs: later };
    }
    expect(decisions).toEqual(['step', 'repeat_late', 'step', 'revoke_family']);
  });

  test.each<[string, Partial<RefreshFamily>, Instant, RefreshDecision]>([
    ['one millisecond before it expires', {}, utc('2026-02-10') - 1, 'step'],
    ['expired', {}, utc('2026-02-10'), 'refuse'],
    ['signed out', { endedAt: now }, now, 'refuse'],
  ])('%s', (_name, overrides, then, decision) => {
    expect(decideRefresh(family(5, overrides), 5, then)).toBe(decision);
  });

  test.each([4, 2])('an ended family refuses every token (%i), so that it is not revoked again', (presented) => {
    expect(decideRefresh(family(5, { endedAt: now }), presented, now)).toBe('refuse');
  });

  test('ten at once: one steps, the others get the same successor', () => {
    expect(decideRefresh(family(5), 5, now)).toBe('step');
    const decisions = Array.from({ length: 9 }, () => decideRefresh(family(6, { stepAgeMs: 50 }), 5, now));
    expect(new Set(decisions)).toEqual(new Set(['repeat']));
  });
});
