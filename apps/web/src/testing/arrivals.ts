import { beforeEach, vi } from 'vitest';
import { redirect } from '../lib/redirect.ts';
import type { Intake } from '../lib/session/intake.ts';
import { leaveMark } from '../lib/session/sign-in-mark.ts';
import { answer } from './handlers.ts';
import { server } from './server.ts';

/** What tests about the beginning and the end of a session share. */

export const REVOKE = 'DELETE /api/auth/me/security/tokens/:jti';
export const TOKENS = 'POST /api/auth/tokens';

/** Where the page sent its visitor to; nobody really leaves. To be called once a file. */
export const watchRedirects = () => {
  const left = vi.fn<(address: string) => void>();
  beforeEach(() => {
    left.mockClear();
    vi.spyOn(redirect, 'to').mockImplementation(left);
  });
  return left;
};

/** As the first script hands over the token that it takes in. */
export const arriveWith = (intake: Promise<Intake>): void => {
  window.__foyer = { early: {}, startedAt: Date.now(), showFatal: () => undefined, intake };
};

/** A token with the mark of this tab, as a sign-in that began in it brings it back. */
export const withSignInMark = (token: string): string => `${token}~${leaveMark()}`;

/** Which sessions are ended on the server from now on. */
export const watchEndedSessions = (): unknown[] => {
  const ended: unknown[] = [];
  server.use(
    answer(REVOKE, ({ params }) => {
      ended.push(params.jti);
      return undefined as never;
    }),
  );
  return ended;
};
