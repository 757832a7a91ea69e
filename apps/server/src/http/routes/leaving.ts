import type { Serve } from '../serve.ts';
import type { Services } from '../services.ts';

export const serveLeaving = (serve: Serve, services: Services): void => {
  serve('GET /api/auth/me/closure-plan', async (_request, { principal }) => ({
    status: 200,
    body: await services.readClosurePlan(principal),
  }));
  serve('DELETE /api/auth/users', async ({ body }, { principal, origin }) => {
    await services.closeAccount(principal, body.password, origin);
    return { status: 204, body: undefined };
  });
  serve('POST /api/auth/me/export', async ({ body }, { principal, origin }) => ({
    status: 202,
    body: await services.requestExport(principal, body.password, origin),
  }));
  serve('GET /api/auth/me/export', async (_request, { principal }) => ({
    status: 200,
    body: { export: await services.readLatestExport(principal) },
  }));
  serve('GET /api/auth/me/export/:id', async ({ params }, { principal, origin }) => ({
    status: 200,
    body: await services.readExport(principal, params.id, origin),
  }));
};
