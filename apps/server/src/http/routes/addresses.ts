import type { Services } from '../../compose.ts';
import type { Serve } from '../serve.ts';

export const serveAddresses = (serve: Serve, services: Services): void => {
  serve('GET /api/auth/me/addresses', (_request, { principal }) => services.listAddresses(principal.accountId));
  serve('POST /api/auth/me/addresses', ({ body: { ignoreValidation, ...typed } }, { principal }) =>
    services.addAddress(principal.accountId, typed, ignoreValidation),
  );
};
