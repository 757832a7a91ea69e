import { errorBody } from '@foyer/contract/api/route';
import { type ErrorType, errorStatus } from '@foyer/contract/vocabulary/error-types';
import { expect } from 'vitest';
import type { Answer } from './client.ts';

/** The refusal is of the given type, under the status that belongs to it, in the shape of every refusal. */
export const expectRefusal = (answer: Answer<unknown>, type: ErrorType, about = '') => {
  expect({ about, status: answer.status, type: answer.body?.error?.type, text: answer.text }).toMatchObject({
    status: errorStatus[type],
    type,
  });
  expect(errorBody.parse(answer.body), about).toEqual(answer.body);
  expect(answer.headers['content-type'], about).toContain('application/json');
};
