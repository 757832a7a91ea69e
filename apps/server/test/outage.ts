import type { Harness } from './harness.ts';

/** Limit of a test with a silent gateway: it is called three times, with pauses. */
export const OUTAGE_TIMEOUT_MS = 20_000;

/** Status, type and code of a refused call. */
export const outcome = ({
  status,
  body: { error },
}: {
  status: number;
  body: { error?: { type: string; code: string | null } };
}) => [status, error?.type, error?.code];

/** Recovers attempts after the process that asked has died and the gateway answers again. */
export const recover = async (h: Harness): Promise<number> => {
  h.faults.clear();
  await h.expireLeases();
  return h.work.recoverAttempts();
};
