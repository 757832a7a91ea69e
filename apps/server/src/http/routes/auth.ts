import type { Services } from '../../compose.ts';
import { viewMe } from '../../services/identity/view-me.ts';
import type { Serve } from '../serve.ts';

export const serveAuth = (serve: Serve, services: Services): void => {
  serve('POST /api/auth/sessions', ({ body }, { origin }) => services.signIn(body, origin));
  serve('POST /api/auth/authorization-codes', ({ body }) => services.bindCode(body));
  serve('POST /api/auth/tokens', ({ body }, { origin }) =>
    services.refreshSession(body.refreshToken, body.codeVerifier, origin),
  );
  serve('DELETE /api/auth/me/security/tokens/:jti', ({ params }, { principal, origin }) =>
    services.signOut(principal, params.jti, origin),
  );
  serve(
    'GET /api/auth/me',
    async (_request, { accessToken, countFor, origin }) => {
      const { me, issuedAt } = await services.loadMe(accessToken);
      await countFor(me);
      const { country_code: country } = services.readCountry(origin.address);
      return viewMe(me, { issuedAt, wallNow: services.wallNow(), country });
    },
    { authenticatesItself: true },
  );
};
