import type { Harness } from './harness.ts';

/** A silent gateway is asked three times, with pauses. */
export const PATIENCE_MS = 20_000;

/** What a refused call says: its status, its type and its code. */
export const outcome = ({
  status,
  body: { error },
}: {
  status: number;
  body: { error?: { type: string; code: string | null } };
}) => [status, error?.type, error?.code];

/** What the worker does once the process that asked is gone, and the gateway is there again. */
export const recover = async (h: Harness): Promise<number> => {
  h.faults.clear();
  await h.expireLeases();
  return h.work.recoverAttempts();
};
