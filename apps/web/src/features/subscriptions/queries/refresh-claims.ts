import { readRecord } from '../../../lib/session/record.ts';
import { usableRecord } from '../../../lib/session/refresh.ts';

/** A purchase may open products: the next access token carries the new claims, so it is fetched now (DR-05). */
export const refreshClaims = async (): Promise<void> => {
  const held = readRecord();
  if (held) await usableRecord(held.accessToken);
};
