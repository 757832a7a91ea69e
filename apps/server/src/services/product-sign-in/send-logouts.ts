import type { PostHook } from '../entitlements/ports.ts';
import type { Platform } from '../platform.ts';
import type { ProductClient } from './client-ports.ts';
import type { DueLogout, ProductLogouts, SignLogoutToken } from './ports.ts';

/** Tries for one logout. The last one is about three hours after the first. */
const MAX_TRIES = 12;
const AT_ONCE = 20;

interface Dependencies {
  readonly logouts: ProductLogouts;
  readonly clients: readonly ProductClient[];
  readonly sign: SignLogoutToken;
  readonly post: PostHook;
}

/**
 * Notifies products of the end of sessions (OpenID Connect Back-Channel Logout). A product that does not answer gets
 * further tries; its tokens are refused meanwhile. Returns how many logouts it has tried.
 */
export const makeSendLogouts = (
  { onFault }: Pick<Platform, 'onFault'>,
  { logouts, clients, sign, post }: Dependencies,
) => {
  const send = async (logout: DueLogout): Promise<void> => {
    const address = clients.find(({ id }) => id === logout.clientId)?.backchannelLogoutAddress ?? null;
    if (address === null) return logouts.close(logout.grantId);
    const body = `${new URLSearchParams({ logout_token: await sign(logout) })}`;
    const { httpStatus, error } = await post(
      address,
      { 'content-type': 'application/x-www-form-urlencoded', 'cache-control': 'no-store' },
      body,
    );
    if (httpStatus !== null && httpStatus >= 200 && httpStatus < 300) return logouts.close(logout.grantId);
    if (logout.tries < MAX_TRIES) return;
    onFault(
      new Error(
        `client ${logout.clientId} was not notified of the end of the session of ${logout.grantId}: ${error ?? `status ${httpStatus}`}, ${logout.tries} tries`,
      ),
      `logout of ${logout.grantId} at ${logout.clientId}`,
    );
    return logouts.close(logout.grantId);
  };
  return async (): Promise<number> => {
    if (clients.length === 0) return 0;
    const due = await logouts.claim(AT_ONCE);
    await Promise.all(due.map(send));
    return due.length;
  };
};
