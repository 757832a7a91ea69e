import type { Serve } from '../serve.ts';
import type { Services } from '../services.ts';

export const serveSecondFactor = (serve: Serve, services: Services): void => {
  serve('POST /api/auth/me/security/mfa', async ({ body }, { principal, origin }) => ({
    status: 201,
    body: await services.beginSecondFactor(principal, body.password, origin),
  }));
  serve('PUT /api/auth/me/security/mfa', async ({ body }, { principal, origin }) => {
    await services.enableSecondFactor(principal, body, origin);
    return { status: 204, body: undefined };
  });
  serve('DELETE /api/auth/me/security/mfa', async ({ body }, { principal, origin }) => {
    await services.disableSecondFactor(principal, body, origin);
    return { status: 204, body: undefined };
  });
  serve('GET /api/auth/me/security/recovery-codes', async (_request, { principal }) => ({
    status: 200,
    body: await services.countRecoveryCodes(principal),
  }));
  serve('POST /api/auth/me/security/recovery-codes', async ({ body }, { principal, origin }) => ({
    status: 201,
    body: await services.createRecoveryCodes(principal, body.password, origin),
  }));
};
