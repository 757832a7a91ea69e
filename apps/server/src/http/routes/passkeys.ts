import type { Serve } from '../serve.ts';
import type { Services } from '../services.ts';

export const servePasskeys = (serve: Serve, services: Services): void => {
  serve('POST /api/auth/passkey-options', async (_request, { hostname }) => ({
    status: 200,
    body: await services.askPasskey(hostname),
  }));
  serve('POST /api/auth/passkey-sessions', async ({ body }, { origin }) => ({
    status: 200,
    body: await services.signInWithPasskey(body, body.device, origin),
  }));
  serve('GET /api/auth/me/security/passkeys', async (_request, { principal }) => ({
    status: 200,
    body: { passkeys: await services.listPasskeys(principal) },
  }));
  serve('POST /api/auth/me/security/passkeys/options', async ({ body }, { principal, hostname, origin }) => ({
    status: 200,
    body: await services.beginPasskey(principal, body.password, hostname, origin),
  }));
  serve('POST /api/auth/me/security/passkeys', async ({ body }, { principal, origin }) => ({
    status: 201,
    body: await services.addPasskey(principal, body, origin),
  }));
  serve('DELETE /api/auth/me/security/passkeys/:id', async ({ params, body }, { principal, origin }) => ({
    status: 200,
    body: { tokens: await services.removePasskey(principal, params.id, body.password, origin) },
  }));
};
