import { call } from '../../../lib/call.ts';

/** Sends what is wanted, never "the other one": pressed twice quickly, the last press counts (CO-02). */
export const setDataCollection = (allowDataCollection: boolean) =>
  call('PATCH /api/auth/me', { body: { allowDataCollection } });
