import { inject } from './client.ts';
import type { Harness } from './harness.ts';

/** Makes callers without a session. Each has another address, so that none reaches the limits of another. */
export const makeVisitor = (h: Harness) => {
  let people = 0;
  let remoteAddress = '';
  const call = (method: 'POST' | 'PUT', url: string, payload?: object, host = 'localhost') =>
    inject<{ email: string }>(h.app, {
      method,
      url,
      headers: { host },
      remoteAddress,
      ...(payload === undefined ? {} : { payload }),
    });
  return {
    call,
    /** Next caller, with the fields of a registration. */
    next: (different: object = {}) => {
      people += 1;
      remoteAddress = `10.0.${people >> 8}.${people & 255}`;
      return {
        email: `new-${people}@test.arcwave.test`,
        password: 'a perfectly fine phrase',
        firstName: 'Nova',
        lastName: 'Newcomer',
        ...different,
      };
    },
    register: (person: object, host?: string) => call('POST', '/api/auth/users', person, host),
    requestVerification: (email: string) => call('POST', '/api/auth/users/verification-links', { email }),
    verify: (secret: string) => call('PUT', `/api/auth/verify-email/${secret}`),
    requestPasswordReset: (email: string) => call('POST', '/api/auth/password-resets', { email }),
    reset: (secret: string, password: string) => call('PUT', `/api/auth/password-resets/${secret}`, { password }),
    signIn: (email: string, password: string) => call('POST', '/api/auth/sessions', { email, password }),
  };
};

type Answer = Awaited<ReturnType<ReturnType<typeof makeVisitor>['call']>>;

/** Response without the values that differ between any two responses, so that two can be compared. */
export const withoutIds = ({ status, body, headers }: Answer) => ({
  status,
  body: { ...body, ...(body?.error ? { error: { ...body.error, requestId: '' } } : {}) },
  headers: { ...headers, date: '', 'content-length': '', 'x-request-id': '' },
});
