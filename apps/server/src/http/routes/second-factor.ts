import type { Serve } from '../serve.ts';
import type { Services } from '../services.ts';

export const serveSecondFactor = (serve: Serve, services: Services): void => {
  serve('POST /api/auth/me/security/mfa', async ({ body }, { principal, origin }) => ({
    status: 201,
    body: await services.beginSecondFactor(principal, body.password, origin),
  }));
  serve('PUT /api/auth/me/security/mfa', async ({ body }, { principal, origin }) => ({
    status: 200,
    body: { tokens: await services.enableSecondFactor(principal, body, origin) },
  }));
  serve('DELETE /api/auth/me/security/mfa', async ({ body }, { principal, origin }) => ({
    status: 200,
    body: { tokens: await services.disableSecondFactor(principal, body, origin) },
  }));
  serve('GET /api/auth/me/security/recovery-codes', async (_request, { principal }) => ({
    status: 200,
    body: await services.countRecoveryCodes(principal),
  }));
  serve('POST /api/auth/me/security/recovery-codes', async ({ body }, { principal, origin }) => ({
    status: 201,
    body: await services.createRecoveryCodes(principal, body.password, origin),
  }));
};
