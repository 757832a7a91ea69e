import type { ActivityEvent } from '@foyer/contract/api/activity';
import type { DescribeDevice, PlaceOf } from '../identity/place-ports.ts';
import type { Principal } from '../identity/ports.ts';
import { pageOf, readCursor } from '../list-page.ts';
import type { ActivityRow, SessionList } from './ports.ts';

const PAGE_SIZE = 20;

interface Dependencies {
  readonly store: Pick<SessionList, 'activity'>;
  readonly describeDevice: DescribeDevice;
  readonly placeOf: PlaceOf;
}

/**
 * Lists security events of the account (BY-01), newest first, 20 per page. The cursor names a row, so a new event does not
 * shift pages.
 */
export const makeListActivity =
  ({ store, describeDevice, placeOf }: Dependencies) =>
  async (
    { accountId }: Principal,
    cursor: string | undefined,
  ): Promise<{ events: ActivityEvent[]; nextCursor: string | null }> => {
    const view = (row: ActivityRow): ActivityEvent => ({
      id: row.id,
      at: new Date(row.at).toISOString(),
      type: row.type,
      device: row.userAgent === null ? null : describeDevice(row.userAgent),
      place: placeOf(row.address),
      address: row.address,
    });
    const { rows, nextCursor } = pageOf(await store.activity(accountId, readCursor(cursor), PAGE_SIZE + 1), PAGE_SIZE);
    return { events: rows.map(view), nextCursor };
  };
