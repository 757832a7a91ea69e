import { expect, test } from 'vitest';
import { watchEndedSessions } from '../../testing/arrivals.ts';
import { answer, refuse } from '../../testing/handlers.ts';
import { server } from '../../testing/server.ts';
import { aRecord, signIn } from '../../testing/session.ts';
import { anAccessToken, aTokenPair } from '../../testing/tokens.ts';
import { adoptTokens } from './adopt-tokens.ts';
import { readRecord, removeRecord } from './record.ts';
import { usableRecord } from './refresh.ts';

const newTokens = { tokens: aTokenPair({ refreshToken: 'refresh-new', iat: 1_700_000_001 }) };

test('[M1, SE-06] the tokens of a change of credentials replace the record that all tabs read', async () => {
  signIn();
  await adoptTokens(newTokens);
  expect(readRecord()).toMatchObject({ refreshToken: 'refresh-new', accessToken: newTokens.tokens.accessToken });
});

test('[M1, INV-13] signed out before the answer came: the session is ended, and stays signed out here', async () => {
  signIn();
  const ended = watchEndedSessions();
  removeRecord();
  await adoptTokens(newTokens);
  expect(readRecord()).toBeNull();
  expect(ended).toEqual(['ses_1']);
});

test('[M1] another session is here by now: it stays, and the one of the answer ends', async () => {
  const held = signIn({ accessToken: anAccessToken({ jti: 'ses_2' }) });
  const ended = watchEndedSessions();
  await adoptTokens(newTokens);
  expect(readRecord()).toEqual(held);
  expect(ended).toEqual(['ses_1']);
});

test('[M1] a server of the release before answers no tokens: the record stays as it is', async () => {
  const held = signIn();
  await adoptTokens(undefined);
  await adoptTokens({});
  expect(readRecord()).toEqual(held);
});

test('[M1, SE-06] another tab is told to wait while the new tokens are on their way: it is not signed out', async () => {
  const held = signIn();
  server.use(refuse('POST /api/auth/tokens', 'UNAVAILABLE'));
  await expect(usableRecord(held.accessToken)).rejects.toBeInstanceOf(Response);
  expect(readRecord()).toEqual(aRecord());
  await adoptTokens(newTokens);
  server.use(answer('POST /api/auth/tokens', aTokenPair()));
  expect((await usableRecord(held.accessToken))?.refreshToken).toBe('refresh-new');
});
