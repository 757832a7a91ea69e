import { createHmac } from 'node:crypto';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import { products } from '@foyer/contract/vocabulary/plans';
import { makePostHook } from '../adapters/hooks/post-hook.ts';
import { makeSignHook } from '../adapters/hooks/sign-hook.ts';
import { newId } from '../adapters/new-id.ts';
import type { Database } from '../adapters/postgres/database.ts';
import { makeAnnounceEntitlements, makeHookDeliveries } from '../adapters/postgres/hook-deliveries.ts';
import type { JobQueue } from '../adapters/queue/job-queue.ts';
import { makeStatementSigner } from '../adapters/statement-signer.ts';
import { deriveKey, deriveKeys } from '../derive-keys.ts';
import type { Secrets } from '../secrets.ts';
import { makeDeliverHook } from '../services/entitlements/deliver-hook.ts';
import type { HookSettings } from '../services/entitlements/ports.ts';
import { makeReadStatement, type StatementNeeds } from '../services/entitlements/read-statement.ts';
import { viewChange } from '../services/entitlements/view-entitlement.ts';

export interface HookNeeds {
  readonly database: Database;
  readonly queue: Pick<JobQueue, 'enqueueHooks'>;
  /** Where products listen; null: nobody is told anything. */
  readonly hooks: (HookSettings & { readonly timeoutMs?: number }) | null;
  readonly wallNow: () => Instant;
}

/** Joins the statement that a customer takes to a lab without a network, and the key that it is checked with. */
export const composeStatements = (
  needs: Omit<StatementNeeds, 'signer' | 'pseudonymOf' | 'issuer'> & {
    readonly secrets: Secrets;
    readonly publicUrl: string;
  },
) => {
  const signer = makeStatementSigner(deriveKeys(needs.secrets, 'entitlement statement'));
  const pseudonymKey = deriveKey(needs.secrets[0], 'account in statements');
  return {
    readStatement: makeReadStatement({
      ...needs,
      signer,
      issuer: needs.publicUrl,
      pseudonymOf: (accountId) => createHmac('sha256', pseudonymKey).update(accountId).digest('base64url'),
    }),
    statementKeys: () => signer.keys,
  };
};

/** Joins what the vendor's products are told: the part that writes it down, and the part that sends it. */
export const composeHooks = ({ database, queue, hooks, wallNow }: HookNeeds) => {
  const endpoints = hooks?.endpoints ?? {};
  return {
    announceEntitlements: makeAnnounceEntitlements({
      products: products.filter((product) => endpoints[product] !== undefined),
      enqueueHooks: queue.enqueueHooks,
      view: viewChange,
      newId: () => newId('hookDelivery'),
      wallNow,
    }),
    deliverHook: makeDeliverHook({
      deliveries: makeHookDeliveries(database, wallNow),
      endpoints,
      sign: makeSignHook(hooks?.secrets ?? []),
      post: makePostHook(hooks?.timeoutMs),
      wallNow,
    }),
  };
};
