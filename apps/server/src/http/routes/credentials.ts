import type { Services } from '../../compose.ts';
import type { Serve } from '../serve.ts';

export const serveCredentials = (serve: Serve, services: Services): void => {
  serve('POST /api/auth/users', ({ body }, { origin, hostname }) => services.register(body, origin, hostname));
  serve('POST /api/auth/users/verification-links', ({ body }, { origin }) =>
    services.requestPublicLink('verify_email', body.email, origin),
  );
  serve('POST /api/auth/verify-email', (_request, { principal, origin }) =>
    services.requestVerification(principal, origin),
  );
  serve('PUT /api/auth/verify-email', ({ body }, { origin }) => services.verifyEmail(body.token, origin));
  serve('PUT /api/auth/verify-email/:token', ({ params }, { origin }) => services.verifyEmail(params.token, origin));
  serve('POST /api/auth/password-resets', ({ body }, { origin }) =>
    services.requestPublicLink('password_reset', body.email, origin),
  );
  serve('PUT /api/auth/password-resets', ({ body: { token, ...changed } }, { origin }) =>
    services.resetPassword(token, changed, origin),
  );
  serve('PUT /api/auth/password-resets/:token', ({ params, body }, { origin }) =>
    services.resetPassword(params.token, body, origin),
  );
  serve('POST /api/auth/me/change-password', async ({ body }, { principal, origin }) => ({
    tokens: await services.changePassword(principal, body, origin),
  }));
  serve('PATCH /api/auth/me/email', ({ body }, { principal, origin }) =>
    services.requestEmailChange(principal, body, origin),
  );
  serve('POST /api/auth/me/email/confirm', ({ body }, { principal, origin }) =>
    services.confirmEmail(principal, body.token, origin),
  );
  serve('GET /api/auth/me/email/confirm/:token', ({ params }, { principal, origin }) =>
    services.confirmEmail(principal, params.token, origin),
  );
};
