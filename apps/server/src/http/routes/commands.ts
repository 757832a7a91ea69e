import { asStoredRefusal } from '../error-handler.ts';
import type { Serve } from '../serve.ts';
import type { Services } from '../services.ts';

export const serveCommands = (serve: Serve, services: Services): void => {
  serve('GET /api/account/me/commands/:idempotencyKey', async ({ params }, { principal, origin }) => ({
    status: 200,
    body: await services.readCommand(principal.accountId, params.idempotencyKey, (refused) =>
      asStoredRefusal(refused, origin),
    ),
  }));
};
