import { SECOND_MS } from '@foyer/contract/vocabulary/instants';

/** How often the verified flag is asked for at most (SC-07). */
const POLLS = 40;

/** How long to wait before poll number `done`, counted from 0: 2 s, and each next 1 s longer. Null: no more, give up. */
export const pollDelayMs = (done: number): number | null => (done < POLLS ? (2 + done) * SECOND_MS : null);
