/** One kind of background work; it says whether there is more of it. */
export interface Stage {
  readonly name: string;
  readonly run: () => Promise<boolean>;
}

/**
 * One turn of a worker: each stage once, in their order. What goes wrong in one is reported and stops no other, so a
 * fault that stays, of the gateway's events for instance, never keeps renewals from being charged (INV-25). No stage begins
 * once the worker stops.
 */
export const runStages = async (
  stages: readonly Stage[],
  onFault: (error: unknown, stage: string) => void,
  isStopping: () => boolean = () => false,
): Promise<boolean> => {
  let more = false;
  for (const { name, run } of stages) {
    if (isStopping()) return false;
    try {
      if (await run()) more = true;
    } catch (error) {
      onFault(error, name);
    }
  }
  return more;
};

/** A stage that counts what it did. */
export const counted = (name: string, work: () => Promise<number>): Stage => ({
  name,
  run: async () => (await work()) > 0,
});

/** A stage that never asks for another turn at once. */
export const unhurried = (name: string, work: () => Promise<unknown>): Stage => ({
  name,
  run: async () => {
    await work();
    return false;
  },
});
