import type { Me } from '@foyer/contract/api/auth';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { meQuery } from '../../../lib/queries/me.ts';

/**
 * Sends what is wanted, never "the other one": pressed twice quickly, the last press counts (CO-02). What was asked before it
 * and comes after it says nothing. Without an answer it may have been saved all the same, so that is asked (INV-12).
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
