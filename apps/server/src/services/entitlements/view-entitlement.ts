import type { EntitlementView } from '@foyer/contract/api/entitlements';
import { isoOrNull } from '@foyer/contract/vocabulary/instants';
import type { Entitlement } from '@foyer/domain/entitlements/entitlement';
import type { ViewChange } from './ports.ts';

/** Returns the public form of an entitlement, the same in webhooks and statements. */
export const viewEntitlement = (held: Entitlement): EntitlementView => ({
  ...held,
  features: [...held.features],
  addOns: [...held.addOns],
  validUntil: isoOrNull(held.validUntil),
  maintenanceEnds: isoOrNull(held.maintenanceEnds),
});

export const viewChange: ViewChange = ({ accountId, product, subscriptionId, reason, entitlements }) => ({
  accountId,
  product,
  ...(subscriptionId === null ? {} : { subscriptionId }),
  reason,
  entitlements: entitlements.map(viewEntitlement),
});
