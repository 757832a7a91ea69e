import { expect, test } from 'vitest';
import { answer, answerRaw, offlineHandler, refuse } from '../../testing/handlers.ts';
import { server } from '../../testing/server.ts';
import { aRecord, signIn } from '../../testing/session.ts';
import { anAccessToken, aTokenPair } from '../../testing/tokens.ts';
import { readRecord, removeRecord, writeRecord } from './record.ts';
import { usableRecord } from './refresh.ts';

const expired = { accessExpiresAt: 0 };
const tokens = 'POST /api/auth/tokens';

/** Counts the refreshes; `during` happens while the server thinks. */
const serveTokens = (during: () => void = () => undefined) => {
  let count = 0;
  server.use(
    answer(tokens, () => {
      count += 1;
      during();
      return aTokenPair({ refreshToken: 'refresh-2', jti: 'ses_2' });
    }),
  );
  return () => count;
};

test('[SE-05] many calls that need a token at once cause one refresh', async () => {
  signIn(expired);
  const refreshes = serveTokens();
  const records = await Promise.all(Array.from({ length: 12 }, () => usableRecord()));
  expect(refreshes()).toBe(1);
  expect(new Set(records.map((record) => record?.refreshToken))).toEqual(new Set(['refresh-2']));
});

test('[SE-12] the record is written whole, with the successor of the refresh token', async () => {
  signIn(expired);
  serveTokens();
  await usableRecord();
  expect(readRecord()).toMatchObject({
    refreshToken: 'refresh-2',
    accessToken: anAccessToken({ jti: 'ses_2' }),
    userId: 'usr_1',
  });
});

test('[SE-06] a token that another tab has fetched is used, nothing is asked', async () => {
  const held = signIn();
  const refreshes = serveTokens();
  expect(await usableRecord('the refused one')).toEqual(held);
  expect(refreshes()).toBe(0);
});

test('[SE-06] signed out while the answer was on its way: the answer is dropped', async () => {
  signIn(expired);
  serveTokens(removeRecord);
  expect(await usableRecord()).toBeNull();
  expect(readRecord()).toBeNull();
});

test('[SE-06] another tab stored a token meanwhile: that one counts', async () => {
  signIn(expired);
  const theirs = aRecord({ refreshToken: 'refresh-of-the-other-tab' });
  serveTokens(() => writeRecord(theirs));
  expect(await usableRecord()).toEqual(theirs);
  expect(readRecord()).toEqual(theirs);
});

test.each(['INVALID_TOKEN', 'UNAUTHORIZED'] as const)('[SE-05] 401 %s from tokens signs out', async (type) => {
  signIn(expired);
  server.use(refuse(tokens, type));
  expect(await usableRecord()).toBeNull();
  expect(readRecord()).toBeNull();
});

test.each([
  ['offline', offlineHandler(tokens)],
  ['429', refuse(tokens, 'RATE_LIMITED')],
  ['503', refuse(tokens, 'UNAVAILABLE')],
  ['a 401 of somebody else', answerRaw(tokens, '<h1>Proxy login</h1>', { status: 401 })],
])('[SE-05] %s does not sign out', async (_, handler) => {
  const held = signIn(expired);
  server.use(handler);
  await expect(usableRecord()).rejects.toBeDefined();
  expect(readRecord()).toEqual(held);
});

test('[SE-05] a refresh that failed does not stop the next one', async () => {
  signIn(expired);
  server.use(answerRaw(tokens, '', { status: 500 }));
  await expect(usableRecord()).rejects.toBeInstanceOf(Response);
  server.resetHandlers();
  serveTokens();
  expect((await usableRecord())?.refreshToken).toBe('refresh-2');
});
