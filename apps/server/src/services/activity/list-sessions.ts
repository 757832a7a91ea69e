import type { SessionView } from '@foyer/contract/api/activity';
import type { DescribeDevice, PlaceOf } from '../identity/place-ports.ts';
import type { Principal } from '../identity/ports.ts';
import type { Platform } from '../platform.ts';
import type { SessionList } from './ports.ts';

interface Dependencies {
  readonly store: Pick<SessionList, 'live'>;
  readonly describeDevice: DescribeDevice;
  readonly placeOf: PlaceOf;
}

/** Lists the sessions of the user (BY-01): the current one first, the others by last use. */
export const makeListSessions =
  ({ wallNow }: Platform, { store, describeDevice, placeOf }: Dependencies) =>
  async (principal: Principal): Promise<SessionView[]> => {
    const rows = await store.live(principal, wallNow());
    return rows
      .map((row) => ({
        id: row.id,
        current: row.id === principal.sessionId,
        device: describeDevice(row.userAgent),
        place: placeOf(row.address),
        address: row.address,
        createdAt: new Date(row.createdAt).toISOString(),
        lastUsedAt: new Date(row.lastUsedAt).toISOString(),
        byPortalLink: row.byPortalLink,
      }))
      .sort((a, b) => Number(b.current) - Number(a.current));
  };
