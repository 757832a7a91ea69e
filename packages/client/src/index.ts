// biome-ignore-all lint/performance/noBarrelFile: the one entry of the published package
export { FoyerError } from './foyer-error.ts';
export { isEntitled, openidIssuer } from './product.ts';
export type * from './types.ts';
export {
  createVendorClient,
  type Once,
  type TaggedEntitlements,
  type VendorClient,
  type VendorClientOptions,
} from './vendor-client.ts';
export {
  type IncomingHeaders,
  verifyWebhook,
  type Webhook,
  type WebhookCheck,
  WebhookError,
} from './verify-webhook.ts';
