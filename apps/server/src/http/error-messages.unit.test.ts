import { expect, test } from 'vitest';
import { Refused } from '../services/refused.ts';
import { errorBodyOf } from './error-handler.ts';

const messageOf = (refused: Refused): string => errorBodyOf(refused, { requestId: 'req_1', language: 'en' }).message;

test('[SC-02] a wrong account password is told as that; at the sign-in nothing says which of the two is wrong', () => {
  expect(messageOf(new Refused('INVALID_CREDENTIALS', { field: 'password' }))).toBe('The password is not correct.');
  expect(messageOf(new Refused('INVALID_CREDENTIALS'))).toBe('The email address or the password is wrong. Check both.');
});
