import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { FastifyInstance } from 'fastify';
import { makeSandboxEvents, type SandboxEvents, type SignedEvent } from './adapters/payment-gateway/sandbox/events.ts';
import { makeSandboxGateway } from './adapters/payment-gateway/sandbox/sandbox-gateway.ts';
import type { Database } from './adapters/postgres/database.ts';
import { hasForeignAccounts } from './adapters/postgres/foreign-accounts.ts';
import { type Config, ConfigRefused } from './config.ts';
import { deriveKey } from './derive-keys.ts';
import type { PaymentGateway } from './services/billing/ports.ts';

/** Secret that signs the events of the sandbox. It is derived, so administrators do not set it. */
export const sandboxWebhookSecret = (secret: string): string =>
  deriveKey(secret, 'sandbox webhook').export().toString('base64url');

/**
 * Refuses settings whose gateway is not that of the accounts in the database. It does not know their cards and payments:
 * a closing would leave a card where it is, and a refund would fail.
 */
export const refuseOtherGateway = async (database: Database, { stripe }: Pick<Config, 'stripe'>): Promise<void> => {
  const gateway = stripe ? 'stripe' : 'sandbox';
  if (await hasForeignAccounts(database, gateway))
    throw new ConfigRefused([
      `The database holds accounts of another payment gateway than ${gateway}. Use a database of its own for each, and run commands with the STRIPE_ settings of the server`,
    ]);
};

/** Makes the configured payment gateway. Stripe's SDK is loaded only if it is used, because that takes 200 ms. */
export const makeGateway = async (
  config: Pick<Config, 'stripe' | 'secrets'>,
  sandboxDatabase: Database,
): Promise<PaymentGateway> => {
  if (!config.stripe) return makeSandboxGateway(sandboxDatabase, sandboxWebhookSecret(config.secrets[0]));
  const { makeStripeGateway } = await import('./adapters/payment-gateway/stripe/stripe-gateway.ts');
  return makeStripeGateway(config.stripe);
};

/** Makes the event delivery of the sandbox. Null with a real gateway. */
export const makeGatewayEvents = (
  config: Pick<Config, 'stripe' | 'secrets' | 'sandboxEvents'>,
  sandboxDatabase: Database,
  wallNow: () => Instant,
): SandboxEvents | null =>
  config.stripe
    ? null
    : makeSandboxEvents({
        database: sandboxDatabase,
        webhookSecret: sandboxWebhookSecret(config.secrets[0]),
        wallNow,
        switches: config.sandboxEvents,
        random: Math.random,
      });

/** Delivers an event to Foyer's webhook. It takes the same path as an external request, except the network. */
export const deliverToWebhook =
  (app: Pick<FastifyInstance, 'inject'>) =>
  async ({ raw, signature }: Pick<SignedEvent, 'raw' | 'signature'>): Promise<boolean> => {
    const headers = { 'content-type': 'application/json', 'sandbox-signature': signature };
    const answer = await app.inject({ method: 'POST', url: '/webhooks/sandbox', headers, payload: raw });
    return answer.statusCode === 200;
  };
