import type { Services } from '../../compose.ts';
import type { Serve } from '../serve.ts';

export const servePasskeys = (serve: Serve, services: Services): void => {
  serve('POST /api/auth/passkey-options', (_request, { hostname }) => services.requestPasskeyOptions(hostname));
  serve('POST /api/auth/passkey-sessions', ({ body }, { origin }) =>
    services.signInWithPasskey(body, body.device, origin),
  );
  serve('GET /api/auth/me/security/passkeys', async (_request, { principal }) => ({
    passkeys: await services.listPasskeys(principal),
  }));
  serve('POST /api/auth/me/security/passkeys/options', ({ body }, { principal, hostname, origin }) =>
    services.beginPasskey(principal, body.password, hostname, origin),
  );
  serve('POST /api/auth/me/security/passkeys', ({ body }, { principal, origin }) =>
    services.addPasskey(principal, body, origin),
  );
  serve('DELETE /api/auth/me/security/passkeys/:id', async ({ params, body }, { principal, origin }) => ({
    tokens: await services.removePasskey(principal, params.id, body.password, origin),
  }));
};
