/** What was started and has to go again, in the reverse order; a thing that does not close never keeps the others. */
export interface Closing {
  add(name: string, close: () => unknown): void;
  /** Once, however often it is asked for: a signal may come while the end is under way. */
  closeAll(): Promise<void>;
}

export const makeClosing = (): Closing => {
  const open: { name: string; close: () => unknown }[] = [];
  const closeEach = async (): Promise<void> => {
    for (let last = open.pop(); last; last = open.pop()) {
      try {
        await last.close();
      } catch (error) {
        process.stderr.write(`${last.name} did not close: ${String(error)}\n`);
      }
    }
  };
  let closed: Promise<void> | null = null;
  return {
    add: (name, close) => {
      open.push({ name, close });
    },
    closeAll: () => {
      closed ??= closeEach();
      return closed;
    },
  };
};
