import { viewMe } from '../../services/identity/view-me.ts';
import type { Serve } from '../serve.ts';
import type { Services } from '../services.ts';

export const serveAuth = (serve: Serve, services: Services): void => {
  serve('POST /api/auth/sessions', async ({ body }, { origin }) => ({
    status: 200,
    body: await services.signIn(body, origin),
  }));
  serve('POST /api/auth/tokens', async ({ body }, { origin }) => ({
    status: 200,
    body: await services.refreshSession(body.refreshToken, origin),
  }));
  serve('DELETE /api/auth/me/security/tokens/:jti', async ({ params }, { principal, origin }) => {
    await services.signOut(principal, params.jti, origin);
    return { status: 204, body: undefined };
  });
  serve(
    'GET /api/auth/me',
    async (_request, { accessToken, countFor, origin }) => {
      const { me, issuedAt } = await services.loadMe(accessToken);
      await countFor(me);
      const { country_code: country } = services.readCountry(origin.address);
      return { status: 200, body: viewMe(me, { issuedAt, wallNow: services.wallNow(), country }) };
    },
    { authenticatesItself: true },
  );
};
