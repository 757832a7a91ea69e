/** A loop of background work. Its runs never overlap, and it can be woken early. */
export interface Loop {
  /** Starts the next run now. */
  kick(): void;
  /** Ends the loop and waits for the current run. */
  stop(): Promise<void>;
}

/**
 * Runs `work` in a loop: at once while it returns true, otherwise after `pauseMs`. A fault is reported and the loop
 * continues, so that a database restart does not end the worker (INV-25).
 */
export const runEvery = (pauseMs: number, work: () => Promise<boolean>, onFault: (error: unknown) => void): Loop => {
  let stopped = false;
  let kicked = false;
  let wake: (() => void) | null = null;

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pauseMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const turns = async (): Promise<void> => {
    while (!stopped) {
      kicked = false;
      const more = await work().catch((error: unknown) => {
        onFault(error);
        return false;
      });
      if (!more && !kicked && !stopped) await pause();
      wake = null;
    }
  };
  const ended = turns();

  return {
    kick: () => {
      kicked = true;
      wake?.();
    },
    stop: () => {
      stopped = true;
      wake?.();
      return ended;
    },
  };
};
