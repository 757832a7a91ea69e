import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { Refused } from '../services/refused.ts';
import { errorBodyOf } from './error-handler.ts';

const request = { id: 'req_1', headers: {} } as Pick<FastifyRequest, 'id' | 'headers'>;
const messageOf = (refused: Refused): string => errorBodyOf(refused, request).message;

test('[SC-02] a wrong account password is told as that; at the sign-in nothing says which of the two is wrong', () => {
  expect(messageOf(new Refused('INVALID_CREDENTIALS', { field: 'password' }))).toBe('The password is not correct.');
  expect(messageOf(new Refused('INVALID_CREDENTIALS'))).toBe('The e-mail address and the secret do not match.');
});
