import type { ActivityEvent } from '@foyer/contract/api/activity';
import type { Language } from '@foyer/contract/vocabulary/languages';
import type { DescribeDevice, PlaceOf } from '../identity/place-ports.ts';
import type { Principal } from '../identity/ports.ts';
import { pageOf, readCursor } from '../list-page.ts';
import type { ActivityRow, SessionList } from './ports.ts';

const PAGE_SIZE = 20;

interface Dependencies {
  readonly store: Pick<SessionList, 'activity'>;
  readonly describeDevice: DescribeDevice;
  readonly placeOf: PlaceOf;
  /** Returns the name of the product at an address; null if it is none any more. */
  readonly findReturnTarget: (address: string, language: Language) => string | null;
}

/**
 * Lists security events of the account (BY-01), newest first, 20 per page. The cursor names a row, so a new event does not
 * shift pages.
 */
export const makeListActivity =
  ({ store, describeDevice, placeOf, findReturnTarget }: Dependencies) =>
  async (
    { accountId }: Principal,
    cursor: string | undefined,
    language: Language,
  ): Promise<{ events: ActivityEvent[]; nextCursor: string | null }> => {
    const view = (row: ActivityRow): ActivityEvent => ({
      id: row.id,
      at: new Date(row.at).toISOString(),
      type: row.type,
      device: row.userAgent === null ? null : describeDevice(row.userAgent),
      place: placeOf(row.address),
      address: row.address,
      portalLink: row.isByPortalLink
        ? { product: row.productAddress === null ? null : findReturnTarget(row.productAddress, language) }
        : null,
    });
    const { rows, nextCursor } = pageOf(await store.activity(accountId, readCursor(cursor), PAGE_SIZE + 1), PAGE_SIZE);
    return { events: rows.map(view), nextCursor };
  };
