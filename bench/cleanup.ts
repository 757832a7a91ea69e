/** Resources to close at the end, in reverse order of opening. A failure to close one does not stop the others. */
export interface Cleanup {
  add(name: string, close: () => unknown): void;
  /** Closes everything once. A second call, such as from a signal, gets the same promise. */
  closeAll(): Promise<void>;
}

export const makeCleanup = (): Cleanup => {
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
