import type { ActivityType } from '@foyer/contract/api/activity';
import type { AccountId, SessionId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { UserOfAccount } from '../identity/ports.ts';
import type { Position } from '../list-page.ts';

/** A live session as its owner sees it. */
export interface LiveSession {
  readonly id: SessionId;
  readonly userAgent: string | null;
  readonly address: string | null;
  readonly createdAt: Instant;
  readonly lastUsedAt: Instant;
  /** True if a link of the vendor began it. */
  readonly byPortalLink: boolean;
}

export interface ActivityRow {
  readonly id: string;
  readonly type: ActivityType;
  readonly at: Instant;
  /** Time in microseconds, as the database stores it. So events of one millisecond have an order too. */
  readonly atMicros: number;
  readonly address: string | null;
  readonly userAgent: string | null;
  /** A link of a product began the session. */
  readonly isByPortalLink: boolean;
  /** Origin of the product whose link it was. Null if it was none. */
  readonly productAddress: string | null;
}

/** Sessions and events of an account that its customer sees (BY-01). */
export interface SessionList {
  live(of: UserOfAccount, now: Instant): Promise<LiveSession[]>;
  activity(accountId: AccountId, after: Position | null, limit: number): Promise<ActivityRow[]>;
}

export interface SessionEnding {
  /** Ends a session. `over` if it had ended before; null if the user has no session with this id. */
  endOne(id: SessionId, of: UserOfAccount): Promise<'ended' | 'over' | null>;
}
