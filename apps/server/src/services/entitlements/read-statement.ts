import type { EntitlementStatement } from '@foyer/contract/api/entitlements';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import { statementOf } from '@foyer/domain/entitlements/statement';
import type { BillingReads } from '../billing/ports.ts';
import type { Platform } from '../platform.ts';
import { orRefuse, Refused } from '../refused.ts';
import { canonicalJson } from './canonical-json.ts';
import type { StatementSigner } from './ports.ts';
import { viewEntitlement } from './view-entitlement.ts';

interface Dependencies {
  readonly reads: Pick<BillingReads, 'account'>;
  readonly signer: StatementSigner;
  /** Pseudonym of the account that is used only here, because a statement may be left in a lab. */
  readonly pseudonymOf: (accountId: AccountId) => string;
  /** The portal's address. */
  readonly issuer: string;
}

/** Returns a signed statement of the account's entitlements, which a lab without a network can check (BY-08). */
export const makeReadStatement =
  ({ ruleContext }: Platform, { reads, signer, pseudonymOf, issuer }: Dependencies) =>
  async (accountId: AccountId): Promise<EntitlementStatement> => {
    const loaded = await reads.account(accountId);
    if (!loaded) throw new Refused('NOT_FOUND');
    const { issuedAt, validUntil, entitlements } = orRefuse(statementOf(loaded.state, ruleContext(loaded.now)));
    const statement = {
      type: 'entitlement.statement' as const,
      issuer,
      account: pseudonymOf(accountId),
      issuedAt: new Date(issuedAt).toISOString(),
      validUntil: new Date(validUntil).toISOString(),
      entitlements: entitlements.map(viewEntitlement),
    };
    const value = signer.sign(canonicalJson(statement));
    return { ...statement, signature: { algorithm: 'Ed25519', keyId: signer.keyId, value } };
  };
