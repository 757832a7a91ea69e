/** One kind of background work. `run` returns true if there is more to do. */
export interface Stage {
  readonly name: string;
  readonly run: () => Promise<boolean>;
}

/**
 * Runs each stage once, in order. A failed stage is reported and stops no other, so that a lasting fault of gateway events
 * never delays renewals (INV-25). No stage begins once the worker stops.
 */
export const runStages = async (
  stages: readonly Stage[],
  onFault: (error: unknown, stage: string) => void,
  isStopping: () => boolean = () => false,
  onRun: (stage: string, hasFailed: boolean) => void = () => {},
): Promise<boolean> => {
  let more = false;
  for (const { name, run } of stages) {
    if (isStopping()) return false;
    try {
      if (await run()) more = true;
      onRun(name, false);
    } catch (error) {
      onRun(name, true);
      onFault(error, name);
    }
  }
  return more;
};

/** Stage that requests another turn while it finds work. */
export const repeatingStage = (name: string, work: () => Promise<number>): Stage => ({
  name,
  run: async () => (await work()) > 0,
});

/** Stage that runs once a turn, also if there is more work. */
export const pollingStage = (name: string, work: () => Promise<unknown>): Stage => ({
  name,
  run: async () => {
    await work();
    return false;
  },
});
