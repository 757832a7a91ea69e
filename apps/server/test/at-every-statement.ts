import type { DatabaseFault } from './faulty-database.ts';
import type { Harness } from './harness.ts';

/** Makes a call with the fault armed. */
export type UnderFault = <T>(call: () => Promise<T>) => Promise<T>;

/**
 * Lives through `step` with the connection lost at statement 1, 2, 3 … of the call it makes under the fault, until
 * the call has fewer statements than that. Returns how many the call has. `stride` leaves statements out, but none
 * whose effect outlasts the connection (`after`), because these are few.
 */
export const atEveryStatement = async (
  h: Harness,
  how: DatabaseFault,
  step: (label: string, underFault: UnderFault) => Promise<void>,
  { stride = 1 } = {},
): Promise<number> => {
  for (let nth = 1; nth < 150; nth += how === 'before' ? stride : 1) {
    let reached = false;
    await step(`${how} statement ${nth}`, async (call) => {
      h.databaseFaults.arm(nth, how);
      try {
        return await call();
      } finally {
        reached = h.databaseFaults.disarm();
      }
    });
    if (!reached) return nth;
  }
  throw new Error('the fault was still reached after 150 statements');
};
