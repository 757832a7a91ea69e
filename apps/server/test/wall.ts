import type { Instant } from '@foyer/contract/vocabulary/instants';

/** The clock on the wall, in the hands of a test. */
export interface Wall {
  now(): Instant;
  set(to: Instant): void;
  advance(ms: number): void;
  /** Back to real time. */
  reset(): void;
}

/** Shows `start`, or the real time, and runs on from there. As in the running server, the database's clock drives it. */
export const makeWall = (start: Instant | undefined, realNow: () => Instant): Wall => {
  let offset = start === undefined ? 0 : start - realNow();
  return {
    now: () => realNow() + offset,
    set: (to) => {
      offset = to - realNow();
    },
    advance: (ms) => {
      offset += ms;
    },
    reset: () => {
      offset = 0;
    },
  };
};
