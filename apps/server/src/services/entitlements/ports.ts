import type { EntitlementChanged, StatementKeys } from '@foyer/contract/api/entitlements';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Product } from '@foyer/contract/vocabulary/plans';
import type { EntitlementChange } from '@foyer/domain/entitlements/changes';

/** Content of a message without its number, which it gets when it is stored. */
export type HookData = Omit<EntitlementChanged['data'], 'sequence'>;

/** Converts a change to the content of its message. */
export type ViewChange = (change: EntitlementChange) => HookData;

/** A message to a product that waits, was delivered, or failed finally. */
export interface HookDelivery {
  readonly id: string;
  readonly seq: number;
  readonly product: Product;
  readonly type: 'entitlement.changed';
  readonly data: HookData;
  readonly occurredAt: Instant;
  readonly status: 'waiting' | 'delivered' | 'failed';
}

export interface HookAttempt {
  readonly status: HookDelivery['status'];
  readonly httpStatus: number | null;
  readonly error: string | null;
}

export interface HookDeliveries {
  find(id: string): Promise<HookDelivery | null>;
  /** Counts an attempt and stores its result. */
  record(id: string, attempt: HookAttempt): Promise<void>;
}

/** Endpoint of each product, and the keys that sign messages, from the configuration. */
export interface HookSettings {
  readonly endpoints: Readonly<Partial<Record<Product, string>>>;
  /** Signing keys. Two while one is replaced. */
  readonly secrets: readonly string[];
}

/** Posts a body to a configured address. It follows no redirect and reads only the status. */
export type PostHook = (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
) => Promise<{ readonly httpStatus: number | null; readonly error: string | null }>;

/** The header `webhook-signature` of a message: one signature for each key (Standard Webhooks). */
export type SignHook = (id: string, at: Instant, body: string) => string;

export interface StatementSigner {
  readonly keyId: string;
  readonly keys: StatementKeys;
  /** Ed25519, in base64url. */
  sign(text: string): string;
}
