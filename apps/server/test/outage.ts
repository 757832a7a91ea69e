import type { Harness } from './harness.ts';

/** Limit of a test with a silent gateway: it is called three times, with pauses. */
export const OUTAGE_TIMEOUT_MS = 20_000;

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
