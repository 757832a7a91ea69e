import type { ActivityEvent } from '@foyer/contract/api/activity';
import type { Principal } from '../identity/ports.ts';
import type { DescribeDevice, PlaceOf } from '../place/ports.ts';
import { Refused } from '../refused.ts';
import type { ActivityPosition, ActivityRow, SessionList } from './ports.ts';

const PAGE_SIZE = 20;

export interface ListActivityNeeds {
  readonly store: Pick<SessionList, 'activity'>;
  readonly describeDevice: DescribeDevice;
  readonly placeOf: PlaceOf;
}

const cursorOf = ({ atMicros, id }: ActivityPosition): string => Buffer.from(`${atMicros}:${id}`).toString('base64url');

const parseCursor = (cursor: string): ActivityPosition => {
  const [, micros, id] = /^(\d{1,15}|[1-8]\d{15}):(\w{1,64})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (micros === undefined || id === undefined) throw new Refused('INVALID_REQUEST', { field: 'cursor' });
  return { atMicros: Number(micros), id };
};

/** What happened to the account (BY-01, threats.md §5), newest first, twenty a page; a new event shifts no page. */
export const makeListActivity =
  ({ store, describeDevice, placeOf }: ListActivityNeeds) =>
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
    // One more than shown, to know whether there is another page.
    const found = await store.activity(accountId, cursor === undefined ? null : parseCursor(cursor), PAGE_SIZE + 1);
    const rows = found.slice(0, PAGE_SIZE);
    const last = rows.at(-1);
    return { events: rows.map(view), nextCursor: last && found.length > PAGE_SIZE ? cursorOf(last) : null };
  };
