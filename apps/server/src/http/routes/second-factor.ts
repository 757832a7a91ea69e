import type { Services } from '../../compose.ts';
import type { Serve } from '../serve.ts';

export const serveSecondFactor = (serve: Serve, services: Services): void => {
  serve('POST /api/auth/me/security/mfa', ({ body }, { principal, origin }) =>
    services.beginSecondFactor(principal, body.password, origin),
  );
  serve('PUT /api/auth/me/security/mfa', async ({ body }, { principal, origin }) => ({
    tokens: await services.enableSecondFactor(principal, body, origin),
  }));
  serve('DELETE /api/auth/me/security/mfa', async ({ body }, { principal, origin }) => ({
    tokens: await services.disableSecondFactor(principal, body, origin),
  }));
  serve('GET /api/auth/me/security/recovery-codes', (_request, { principal }) =>
    services.countRecoveryCodes(principal),
  );
  serve('POST /api/auth/me/security/recovery-codes', ({ body }, { principal, origin }) =>
    services.createRecoveryCodes(principal, body, origin),
  );
};
