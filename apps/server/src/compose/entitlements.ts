import { makeUsageRows } from '../adapters/postgres/usage-reports.ts';
import { makeStatementSigner } from '../adapters/statement-signer.ts';
import { deriveKey, deriveKeys } from '../derive-keys.ts';
import { makeReadStatement } from '../services/entitlements/read-statement.ts';
import { hmac } from '../services/keyed-hash.ts';
import { makeListUsage } from '../services/usage/report-usage.ts';
import type { Base } from './base.ts';

/** Connects the signed statement for a lab without a network, and the key that verifies it. */
export const composeEntitlements = (base: Base) => {
  const { platform } = base;
  const signer = makeStatementSigner(deriveKeys(base.secrets, 'entitlement statement'));
  const pseudonymKey = deriveKey(base.secrets[0], 'account in statements');
  return {
    readStatement: makeReadStatement(platform, {
      ...base,
      signer,
      issuer: base.publicUrl,
      pseudonymOf: (accountId) => hmac(pseudonymKey, accountId),
    }),
    statementKeys: () => signer.keys,
    listUsage: makeListUsage(platform, { reads: base.reads, rows: makeUsageRows(base.database) }),
  };
};
