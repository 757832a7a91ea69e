import type { Serve } from '../serve.ts';
import type { Services } from '../services.ts';

const NOTHING = { status: 204, body: undefined } as const;
const ON_ITS_WAY = { status: 202, body: undefined } as const;

export const serveCredentials = (serve: Serve, services: Services): void => {
  serve('POST /api/auth/users', async ({ body }, { origin, hostname }) => ({
    status: 201,
    body: await services.register(body, origin, hostname),
  }));
  serve('POST /api/auth/verify-email', async (_request, { principal, origin }) => {
    await services.askVerification(principal, origin);
    return ON_ITS_WAY;
  });
  serve('PUT /api/auth/verify-email', async ({ body }, { origin }) => {
    await services.verifyEmail(body.token, origin);
    return NOTHING;
  });
  serve('PUT /api/auth/verify-email/:token', async ({ params }, { origin }) => {
    await services.verifyEmail(params.token, origin);
    return NOTHING;
  });
  serve('POST /api/auth/password-resets', async ({ body }, { origin }) => {
    await services.askReset(body.email, origin);
    return ON_ITS_WAY;
  });
  serve('PUT /api/auth/password-resets', async ({ body: { token, ...changed } }, { origin }) => {
    await services.resetPassword(token, changed, origin);
    return NOTHING;
  });
  serve('PUT /api/auth/password-resets/:token', async ({ params, body }, { origin }) => {
    await services.resetPassword(params.token, body, origin);
    return NOTHING;
  });
  serve('POST /api/auth/me/change-password', async ({ body }, { principal, origin }) => ({
    status: 200,
    body: { tokens: await services.changePassword(principal, body, origin) },
  }));
  serve('PATCH /api/auth/me/email', async ({ body }, { principal, origin }) => {
    await services.askEmailChange(principal, body, origin);
    return ON_ITS_WAY;
  });
  serve('POST /api/auth/me/email/confirm', async ({ body }, { principal, origin }) => ({
    status: 200,
    body: await services.confirmEmail(principal, body.token, origin),
  }));
  serve('GET /api/auth/me/email/confirm/:token', async ({ params }, { principal, origin }) => ({
    status: 200,
    body: await services.confirmEmail(principal, params.token, origin),
  }));
};
