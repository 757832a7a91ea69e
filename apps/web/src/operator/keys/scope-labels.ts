import type { VendorScope } from '@foyer/contract/vocabulary/vendor-scopes';
import { t } from '@lingui/core/macro';

/** Labels of the scopes of vendor keys. */
export const scopeLabels: Readonly<Record<VendorScope, string>> = {
  'customers:write': t`Find and create customers`,
  'entitlements:read': t`Read what an account may use`,
  'events:read': t`Read changes of all entitlements`,
  'grants:write': t`Give plans and redeem codes`,
  'portal-links:write': t`Open the portal as a customer`,
  'usage:write': t`Report usage of limits`,
  'notes:write': t`Write notes for operators`,
};
