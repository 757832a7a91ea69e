import type { AccountId, Id, SessionId, UserId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { PortalTask } from '@foyer/contract/vocabulary/portal-tasks';
import type { VendorScope } from '@foyer/contract/vocabulary/vendor-scopes';
import type { HookData } from '../entitlements/ports.ts';
import type { UserOfAccount } from '../identity/ports.ts';

export type VendorKeyId = Id<'vendorKey'>;

export interface NewVendorKey {
  readonly id: VendorKeyId;
  readonly name: string;
  readonly secretHash: string;
  readonly hint: string;
  readonly scopes: readonly VendorScope[];
  readonly createdAt: Instant;
  /** Null for a key without an expiry. */
  readonly expiresAt: Instant | null;
}

/** A key as operators see it. The key itself is not stored. */
export interface ListedVendorKey extends Omit<NewVendorKey, 'secretHash'> {
  readonly lastUsedAt: Instant | null;
  readonly revokedAt: Instant | null;
}

/** A key in the list, with the operator who created it as the audit log names them. */
export interface VendorKeyWithMaker extends ListedVendorKey {
  /** Null if the audit log does not have it. */
  readonly createdBy: string | null;
}

/** Rows of vendor keys, in the transaction that also writes the audit log. */
export interface VendorKeyRows {
  addVendorKey(key: NewVendorKey): Promise<void>;
  /** Revokes a key and ends the sessions of its portal links. `unknown` if there is none with this id, `revoked` if it was revoked before. */
  revokeVendorKey(id: string, now: Instant): Promise<'done' | 'unknown' | 'revoked'>;
}

export interface VendorKeyReads {
  /** Finds a key by its hash. */
  vendorKeyOf(secretHash: string): Promise<ListedVendorKey | null>;
  /** Stores the time of a use. */
  touchVendorKey(id: VendorKeyId, now: Instant): Promise<void>;
  /** Live keys first, then by age, newest first. */
  listVendorKeys(): Promise<VendorKeyWithMaker[]>;
}

/** Ids that the vendor gives its customers. */
export interface ExternalIdRows {
  /** Locks an external id until the transaction ends, so that two calls for it wait for each other. Returns its account. */
  lockExternalId(externalId: string): Promise<AccountId | null>;
  /** Reads the external id of an account. It is not removed before the transaction ends. */
  externalIdOf(accountId: AccountId): Promise<string | null>;
  addExternalId(accountId: AccountId, externalId: string): Promise<void>;
  /** Removes the external id of an account with its unused portal links, and ends the sessions that began by its links. */
  removeExternalId(accountId: AccountId): Promise<void>;
}

/** A change of entitlements in the feed. */
export interface EntitlementEvent {
  readonly id: string;
  readonly seq: number;
  readonly data: HookData;
  readonly occurredAt: Instant;
  readonly position: number;
}

export interface EntitlementEventReads {
  /** Number of the last change of an account; 0 without one. */
  sequenceOf(accountId: AccountId): Promise<number>;
  /** Events after a position of the feed, in its order. */
  eventsAfter(position: number, limit: number): Promise<EntitlementEvent[]>;
  /**
   * Highest position that an event has or had, 0 before the first event; and when the database was marked as restored, after
   * which positions repeat.
   */
  readFeed(): Promise<{ readonly lastPosition: number; readonly restoredAt: Instant | null }>;
}

/** Page of the portal that a link opens. */
export interface PortalTarget {
  readonly task: PortalTask;
  readonly family: string | null;
  readonly subscriptionId: string | null;
  readonly returnAddress: string;
}

export interface NewPortalLink extends PortalTarget {
  readonly id: string;
  readonly tokenHash: string;
  readonly accountId: AccountId;
  readonly vendorKeyId: VendorKeyId;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}

/** Link that is unused and not expired, of a key that is not revoked. */
export interface OpenPortalLink extends PortalTarget {
  readonly id: string;
  readonly userId: UserId;
  readonly email: string;
  readonly expiresAt: Instant;
}

export interface PortalLinkRows {
  addPortalLink(link: NewPortalLink): Promise<void>;
  /** Returns the family of a subscription; null if the account has no such subscription. */
  familyOf(subscriptionId: string, accountId: AccountId): Promise<string | null>;
}

export interface PortalLinkReads {
  portalLinkOf(tokenHash: string): Promise<OpenPortalLink | null>;
}

export interface PortalLinkUse {
  /** Uses a link up. False if another call did, or it has expired, or its key was revoked. */
  usePortalLink(id: string, sessionId: SessionId | null): Promise<boolean>;
  /** Tells whether an earlier session of the user, as far as they are stored, began at this address in this browser. */
  hasSessionFrom(of: UserOfAccount, address: string | null, userAgent: string | null): Promise<boolean>;
}
