import type { Services } from '../../compose.ts';
import type { Serve } from '../serve.ts';

export const serveEntitlements = (serve: Serve, services: Services): void => {
  serve('GET /api/subscription/entitlements/statement', (_request, { principal }) =>
    services.readStatement(principal.accountId),
  );
  serve('GET /api/subscription/usage', async (_request, { principal }) => ({
    usage: await services.listUsage(principal.accountId),
  }));
  serve('GET /api/subscription/entitlements/key', async () => services.statementKeys());
};
