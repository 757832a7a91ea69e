import type { Serve } from '../serve.ts';
import type { Services } from '../services.ts';

export const serveEntitlements = (serve: Serve, services: Services): void => {
  serve('GET /api/subscription/entitlements/statement', async (_request, { principal }) => ({
    status: 200,
    body: await services.readStatement(principal.accountId),
  }));
  serve('GET /api/subscription/entitlements/key', async () => ({ status: 200, body: services.statementKeys() }));
};
