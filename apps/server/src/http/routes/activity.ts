import type { Services } from '../../compose.ts';
import type { Serve } from '../serve.ts';

export const serveActivity = (serve: Serve, services: Services): void => {
  serve('GET /api/auth/ip', async (_request, { origin }) => services.readCountry(origin.address));
  serve('GET /api/auth/me/security/sessions', async (_request, { principal }) => ({
    sessions: await services.listSessions(principal),
  }));
  serve('DELETE /api/auth/me/security/sessions', ({ body }, { principal, origin }) =>
    services.endOtherSessions(principal, body, origin),
  );
  serve('DELETE /api/auth/me/security/sessions/:id', ({ params, body }, { principal, origin }) =>
    services.endSession(principal, params.id, body.password, origin),
  );
  serve('GET /api/auth/me/security/activity', ({ query }, { principal, origin }) =>
    services.listActivity(principal, query.cursor, origin.language),
  );
};
