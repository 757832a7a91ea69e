import { expect, test } from 'vitest';
import { describeError } from './describe-error.ts';

test('[INV-22] the log holds nothing that hangs on an error', () => {
  const refused = Object.assign(new Error('duplicate key value violates unique constraint'), {
    code: '23505',
    constraint: 'users_email',
    detail: 'Key (email)=(ada@test.arcwave.test) already exists.',
    client: { password: 'a secret of the connection' },
  });
  const described = describeError(new Error('could not store', { cause: refused }));
  expect(JSON.stringify(described)).not.toMatch(/ada@test|a secret/);
  expect(described).toMatchObject({
    type: 'Error',
    message: 'could not store',
    cause: { code: '23505', constraint: 'users_email' },
  });
  expect(described).toHaveProperty('stack', expect.stringContaining('describe-error.unit.test.ts'));
});

test('causes in a circle come to an end, and what is no error is said as text', () => {
  const circle = new Error('round');
  circle.cause = circle;
  expect(JSON.stringify(describeError(circle)).match(/"message":"round"/g)).toHaveLength(6);
  expect(describeError('plain')).toEqual({ message: 'plain' });
});

test('[O15] an object that is no error is said by its message, or by its keys alone', () => {
  // as pg-boss reports: the own properties of the error, its message and its stack, in a plain object
  const reported = { code: '25006', message: 'cannot execute UPDATE', stack: 'at worker', values: ['ada@test'] };
  expect(describeError(reported)).toEqual({
    type: 'object',
    message: 'cannot execute UPDATE',
    stack: 'at worker',
    code: '25006',
  });
  expect(describeError({ email: 'ada@test' })).toEqual({
    type: 'object',
    message: 'an object that is no Error, with email',
  });
  expect(describeError(null)).toEqual({ message: 'null' });
});
