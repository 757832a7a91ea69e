import type { Services } from '../../compose.ts';
import type { Serve } from '../serve.ts';

export const serveClosing = (serve: Serve, services: Services): void => {
  serve('GET /api/auth/me/closure-plan', (_request, { principal }) => services.readClosurePlan(principal));
  serve('DELETE /api/auth/users', ({ body }, { principal, origin }) =>
    services.closeAccount(principal, body.password, origin),
  );
  serve('POST /api/auth/me/export', ({ body }, { principal, origin }) =>
    services.requestExport(principal, body.password, origin),
  );
  serve('GET /api/auth/me/export', async (_request, { principal }) => ({
    export: await services.readLatestExport(principal),
  }));
  serve('GET /api/auth/me/export/:id', ({ params }, { principal, origin }) =>
    services.readExport(principal, params.id, origin),
  );
};
