import { type SessionRecord, writeRecord } from '../lib/session/record.ts';
import { anAccessToken } from './tokens.ts';

const FAR = 4_000_000_000_000;

export const aRecord = (overrides: Partial<SessionRecord> = {}): SessionRecord => ({
  refreshToken: 'refresh-1',
  refreshExpiresAt: FAR,
  accessToken: anAccessToken(),
  accessExpiresAt: FAR,
  userId: 'usr_1',
  ...overrides,
});

/** Signs in without a call: the record is what counts (SE-01). */
export const signIn = (overrides: Partial<SessionRecord> = {}): SessionRecord => {
  const record = aRecord(overrides);
  writeRecord(record);
  return record;
};
