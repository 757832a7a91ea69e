import type { Instant } from '@foyer/contract/vocabulary/instants';

/** The clock on the wall, in the hands of a test. */
export interface Wall {
  now(): Instant;
  set(to: Instant): void;
  advance(ms: number): void;
  /** Back to real time. */
  reset(): void;
}

/** Shows `start`, or the real time, and runs on from there. */
export const makeWall = (start: Instant | undefined): Wall => {
  let offset = start === undefined ? 0 : start - Date.now();
  return {
    now: () => Date.now() + offset,
    set: (to) => {
      offset = to - Date.now();
    },
    advance: (ms) => {
      offset += ms;
    },
    reset: () => {
      offset = 0;
    },
  };
};
