import type { Services } from '../../compose.ts';
import { asStoredRefusal } from '../error-handler.ts';
import type { Serve } from '../serve.ts';

export const serveCommands = (serve: Serve, services: Services): void => {
  serve('GET /api/account/me/commands/:idempotencyKey', ({ params }, { principal, origin }) =>
    services.readCommand(principal.accountId, params.idempotencyKey, (refused) => asStoredRefusal(refused, origin)),
  );
};
