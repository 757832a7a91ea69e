import type { Serve } from '../serve.ts';
import type { Services } from '../services.ts';

export const serveAddresses = (serve: Serve, services: Services): void => {
  serve('GET /api/auth/me/addresses', async (_request, { principal }) => ({
    status: 200,
    body: await services.listAddresses(principal.accountId),
  }));
  serve('POST /api/auth/me/addresses', async ({ body: { ignoreValidation, ...typed } }, { principal }) => ({
    status: 201,
    body: await services.addAddress(principal.accountId, typed, ignoreValidation),
  }));
};
