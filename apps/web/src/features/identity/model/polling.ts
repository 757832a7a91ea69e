import { SECOND_MS } from '@foyer/contract/vocabulary/instants';

/** Largest number of polls of the verified flag (SC-07). */
const POLLS = 40;

/** Delay between polls while no mail was requested on this page: an earlier link may be opened in another browser. */
export const IDLE_POLL_MS = 10 * SECOND_MS;

/** Delay before poll number `done`, counted from 0: 2 s, and 1 s more each time. Null after the last one. */
export const pollDelayMs = (done: number): number | null => (done < POLLS ? (2 + done) * SECOND_MS : null);
