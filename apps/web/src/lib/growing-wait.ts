const FIRST_MS = 5_000;
const LONGEST_MS = 60_000;
const GROWTH = 1.5;

/** Delay before poll number `done`, counted from 0: 5 s, then 1.5 times longer each time, at most a minute. */
export const growingWaitMs = (done: number): number => Math.min(FIRST_MS * GROWTH ** done, LONGEST_MS);
