import type { SessionView } from '@foyer/contract/api/activity';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Principal } from '../identity/ports.ts';
import type { DescribeDevice, PlaceOf } from '../place/ports.ts';
import type { SessionList } from './ports.ts';

export interface ListSessionsNeeds {
  readonly store: Pick<SessionList, 'live'>;
  readonly describeDevice: DescribeDevice;
  readonly placeOf: PlaceOf;
  readonly wallNow: () => Instant;
}

/** Where the user is signed in (BY-01): the session that asks first, the others by last use. */
export const makeListSessions =
  ({ store, describeDevice, placeOf, wallNow }: ListSessionsNeeds) =>
  async ({ userId, sessionId }: Principal): Promise<SessionView[]> => {
    const rows = await store.live(userId, wallNow());
    return rows
      .map((row) => ({
        id: row.id,
        current: row.id === sessionId,
        device: describeDevice(row.userAgent),
        place: placeOf(row.address),
        address: row.address,
        createdAt: new Date(row.createdAt).toISOString(),
        lastUsedAt: new Date(row.lastUsedAt).toISOString(),
      }))
      .sort((a, b) => Number(b.current) - Number(a.current));
  };
