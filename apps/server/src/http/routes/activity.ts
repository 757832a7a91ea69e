import type { Serve } from '../serve.ts';
import type { Services } from '../services.ts';

export const serveActivity = (serve: Serve, services: Services): void => {
  serve('GET /api/auth/ip', async (_request, { origin }) => ({
    status: 200,
    body: services.readCountry(origin.address),
  }));
  serve('GET /api/auth/me/security/sessions', async (_request, { principal }) => ({
    status: 200,
    body: { sessions: await services.listSessions(principal) },
  }));
  serve('DELETE /api/auth/me/security/sessions', async (_request, { principal, origin }) => {
    await services.endOtherSessions(principal, origin);
    return { status: 204, body: undefined };
  });
  serve('DELETE /api/auth/me/security/sessions/:id', async ({ params }, { principal, origin }) => {
    await services.endSession(principal, params.id, origin);
    return { status: 204, body: undefined };
  });
  serve('GET /api/auth/me/security/activity', async ({ query }, { principal }) => ({
    status: 200,
    body: await services.listActivity(principal, query.cursor),
  }));
};
