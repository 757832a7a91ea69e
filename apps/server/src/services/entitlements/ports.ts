import type { EntitlementChanged, StatementKeys, WebhookTest } from '@foyer/contract/api/entitlements';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Product } from '@foyer/contract/vocabulary/plans';
import type { EntitlementChange } from '@foyer/domain/entitlements/changes';

/** Content of a message without its number, which it gets when it is stored. */
export type HookData = Omit<EntitlementChanged['data'], 'sequence'>;

/** Converts a change to the content of its message. */
export type ViewChange = (change: EntitlementChange) => HookData;

/** Type and content of a message. */
export type HookContent =
  | { readonly type: 'entitlement.changed'; readonly data: HookData }
  | { readonly type: 'webhook.test'; readonly data: WebhookTest['data'] };

/** A message to a product that waits, was delivered, or failed finally. */
export type HookDelivery = HookContent & {
  readonly id: string;
  readonly seq: number;
  readonly product: Product;
  readonly occurredAt: Instant;
  readonly status: 'waiting' | 'delivered' | 'failed';
};

export interface HookAttempt {
  readonly status: HookDelivery['status'];
  /** Null if there was no call, because the product has no endpoint. */
  readonly outcome: PostOutcome | null;
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

/** Result of a call to an address of the vendor. */
export interface PostOutcome {
  readonly httpStatus: number | null;
  /** Short code such as timeout; null if a status arrived. */
  readonly error: string | null;
  /** Time until the status arrived, or until the error. */
  readonly durationMs: number;
  /** First `ANSWER_MAX` characters of the answer, without control characters; null without an answer. */
  readonly answer: string | null;
}

/** Largest part of an answer that is read and stored, in characters. */
export const ANSWER_MAX = 500;

/** Posts a body to a configured address. It follows no redirect and reads only the first part of the answer. */
export type PostHook = (url: string, headers: Readonly<Record<string, string>>, body: string) => Promise<PostOutcome>;

/** The header `webhook-signature` of a message: one signature for each key (Standard Webhooks). */
export type SignHook = (id: string, at: Instant, body: string) => string;

export interface StatementSigner {
  readonly keyId: string;
  readonly keys: StatementKeys;
  /** Ed25519, in base64url. */
  sign(text: string): string;
}
