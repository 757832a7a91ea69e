import type { Me } from '@foyer/contract/api/auth';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { meQuery } from '../../../shared/account/me.ts';

/**
 * Saves the setting as the wanted value and never as a toggle, so that of two quick clicks the last one wins (CO-02).
 * Ignores answers of earlier reads that arrive later. Without an answer the setting is refetched, because it may have
 * been saved (INV-12).
 */
export const setDataCollection = async (queries: QueryClient, allowDataCollection: boolean): Promise<void> => {
  const { queryKey } = meQuery;
  let user: Me['user'];
  try {
    user = await call('PATCH /api/auth/me', { body: { allowDataCollection } });
  } catch (error) {
    await queries.invalidateQueries({ queryKey });
    throw error;
  }
  await queries.cancelQueries({ queryKey });
  queries.setQueryData(queryKey, (me: Me | undefined) => me && { ...me, user });
};
